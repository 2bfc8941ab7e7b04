import { Trans, useLingui } from '@lingui/react/macro'
import type { ComponentProps, ReactNode } from 'react'
import { titled } from '#app/kit/brand.ts'
import { phoneWhole } from '#app/kit/phone.ts'
import type { Answer } from '#app/kit/says.ts'
import { PhoneCodeForm, SendCodeAgain } from '#app/people/accounts/phone-code-form.tsx'
import { OneThing } from '#app/site/own-pages.tsx'

type CodeScreenProps = {
  phone: string
  wait: number
  first: Answer | undefined
  back: { to: string; label: ReactNode }
  /** The addresses of the form, and of the one that texts another code. */
  action: ComponentProps<typeof PhoneCodeForm>['action']
  again: ComponentProps<typeof SendCodeAgain>['action']
  button: ReactNode
}

/** Asks for the code that was texted to this phone. */
export function CodeScreen({ phone, wait, first, back, action, again, button }: CodeScreenProps) {
  const { t } = useLingui()
  return (
    <OneThing
      title={<Trans>Look at your phone</Trans>}
      text={
        <Trans>
          We have texted a code to <span className="whitespace-nowrap">{phoneWhole(phone)}</span>.
        </Trans>
      }
      back={back}
    >
      <title>{titled(t`Code from the text`)}</title>
      <PhoneCodeForm action={action} button={button} busyText={t`Confirming...`} first={first} />
      <SendCodeAgain action={again} wait={wait} />
    </OneThing>
  )
}
