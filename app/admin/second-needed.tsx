import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { Notice } from '#app/ui/notice.tsx'

/** A decision of one administrator that a second one has to decide, too. */
export function SecondNeeded({ asked, children }: { asked: { name: string; at: Date }; children: ReactNode }) {
  const { t, i18n } = useLingui()
  const [name, at] = [asked.name, momentIn(i18n.locale as Language, asked.at)]
  return (
    <Notice title={<Trans>A second administrator is needed: 1 of 2</Trans>}>
      <p className="font-semibold">{children}</p>
      <p>{t`${name} decided this on ${at}. It happens when another administrator decides the same.`}</p>
    </Notice>
  )
}
