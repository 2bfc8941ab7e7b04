import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, Input } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'

/** The reason, in a line, and the password: the end of a small form that decides something. */
export function WhyLine({ answer }: { answer: Answer | undefined }) {
  return (
    <>
      <Field name="why" label={<Trans>Reason</Trans>} answer={answer} required>
        <Input maxLength={1000} />
      </Field>
      <ConfirmField answer={answer} />
    </>
  )
}

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
