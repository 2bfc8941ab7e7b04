import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { moneyText } from '#app/kit/money.ts'
import { Notice } from '#app/ui/notice.tsx'
import { shutWords } from './shut.ts'

type EndedNoticeProps = { raised: number; gifts: number; children?: ReactNode }

/** In the place of the ways to give, on the page of a drive that was completed. */
export function EndedNotice({ raised, gifts, children }: EndedNoticeProps) {
  const { i18n } = useLingui()
  const amount = moneyText(raised)
  return (
    <Notice title={i18n._(shutWords.ended.title)} className="col-span-full">
      {gifts > 0 ? (
        <Plural
          value={gifts}
          one={`${amount} came from # gift. Thank you.`}
          other={`${amount} came from # gifts. Thank you.`}
        />
      ) : (
        <Trans>It takes no more gifts. Thank you for coming.</Trans>
      )}
      {children}
    </Notice>
  )
}
