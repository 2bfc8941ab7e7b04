import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
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

/** One line for a setting: its name, its value, and the link that changes it; the form opens below, as wide as the page. */
export const SettingsLine = ({ children }: { children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-4 px-4 py-1">{children}</li>
)

type SettingProps = {
  title: string
  /** The name of the setting within 'Change …', for screen readers. */
  label?: ReactNode
  value: ReactNode
  /** False while the default is in force. */
  isChosen: boolean
  /** A change that waits for a second administrator. */
  waits?: ReactNode
  children: ReactNode
}

/** A setting with the form that changes it. */
export const SettingWithForm = ({ title, label = title, value, isChosen, waits, children }: SettingProps) => (
  <SettingsLine>
    <h3 className={settingClass}>{title}</h3>
    {value}
    {isChosen ? (
      <Badge tone="info">
        <Trans>Chosen</Trans>
      </Badge>
    ) : (
      <Badge>
        <Trans>Default</Trans>
      </Badge>
    )}
    {waits && <div className="basis-full py-2">{waits}</div>}
    <details className={changeClass}>
      {/* Each summary names its setting, so that users of screen readers can tell them apart. */}
      <summary className={changeWay}>
        <Trans>
          Change <span className="sr-only">{label}</span>
        </Trans>
      </summary>
      {children}
    </details>
  </SettingsLine>
)

export const settingClass = 'min-w-0 grow basis-60 font-sans font-semibold text-base'

/** The form's link is beside its line while the form is closed. */
export const changeClass = 'open:basis-full'

export const changeWay = 'inline-flex min-h-11 cursor-pointer items-center font-semibold text-link md:min-h-8'
