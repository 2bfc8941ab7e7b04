import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import { shutWords } from './shut.ts'

type EndedNoticeProps = { total: number; donors: number; children?: ReactNode }

/** Shown in place of the ways to give, on the page of a drive that was completed. */
export function EndedNotice({ total, donors, children }: EndedNoticeProps) {
  const { i18n } = useLingui()
  const amount = moneyText(total)
  return (
    <Notice title={i18n._(shutWords.ended.title)} className="col-span-full">
      {donors > 0 ? (
        <Plural
          value={donors}
          one={`${amount} came from # person. Thank you.`}
          other={`${amount} came from # people. Thank you.`}
        />
      ) : (
        <Trans>It takes no more gifts. Thank you for coming.</Trans>
      )}
      {children}
    </Notice>
  )
}
