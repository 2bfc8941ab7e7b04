import { Trans, useLingui } from '@lingui/react/macro'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Paybill } from '#app/drives/drive/share.ts'
import type { Answer } from '#app/kit/says.ts'
import { promptTexts } from '#app/money/mpesa/prompt.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { type Giving, giftMessageMax, giverEmailMax, giverNameMax, type PaymentWay } from './giving.ts'

type WaysProps = { ways: PaymentWay[]; way: PaymentWay | undefined; onChoose: (way: PaymentWay) => void }

/** Asks how to pay. The provider's page opens with that way, and offers the others, too. */
export function PaymentWays({ ways, way, onChoose }: WaysProps) {
  const { t } = useLingui()
  const words: Record<PaymentWay, { label: string; hint: string }> = {
    mobile_money: { label: t`M-Pesa`, hint: t`PIN on your phone` },
    card: { label: t`Card`, hint: t`Visa, Mastercard` },
    bank_transfer: { label: t`Bank`, hint: t`Pesalink` },
  }
  return (
    <RadioCards
      legend={<Trans>How to pay</Trans>}
      name="way"
      chips
      columns="grid-cols-3"
      value={way ?? ''}
      onChoose={(value) => onChoose(value as PaymentWay)}
      choices={ways.map((one) => ({ value: one, ...words[one] }))}
    />
  )
}

/** Asks where the receipt goes. */
export function Email({ giver, known, answer }: Pick<Giving, 'giver' | 'known'> & { answer?: Answer }) {
  const hint = known?.email ? <Trans>Leave it empty for the address we know.</Trans> : <Trans>For your receipt</Trans>
  return (
    <Field label={<Trans>Email</Trans>} name="email" answer={answer} required={!known?.email} hint={hint}>
      <Input type="email" autoComplete="email" maxLength={giverEmailMax} defaultValue={giver?.email ?? undefined} />
    </Field>
  )
}

/** Asks for the phone that gets the request. Nothing else has to be filled in. */
export function PhoneField({ known, answer }: Pick<Giving, 'known'> & { answer?: Answer }) {
  const { i18n, t } = useLingui()
  const end = known?.phone
  return (
    <Field
      label={<Trans>M-Pesa number</Trans>}
      name="phone"
      answer={answer}
      required={!end}
      hint={
        end ? (
          t`Leave it empty for ${end}. A request appears on that phone. You confirm it there with your PIN.`
        ) : (
          <Trans>A request appears on this phone. You confirm it there with your PIN.</Trans>
        )
      }
    >
      <Input
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={20}
        placeholder="0712 345 678"
        data-missing={i18n._(promptTexts.phoneMissing)}
      />
    </Field>
  )
}

type ExtrasProps = { giver: Giving['giver']; answer?: Answer; open: boolean }

/** Asks for what is optional: the name, a message, to be anonymous. Folded until it is wanted, filled in or at fault. */
export function Extras({ giver, answer, open }: ExtrasProps) {
  const { t } = useLingui()
  const { typed = {}, errors = {} } = answer ?? {}
  const isNeeded = open || ['name', 'message', 'anonymous'].some((name) => typed[name] || errors[name])
  const name = giver?.name
  return (
    <Fold
      open={isNeeded}
      summary={name ? t`Giving as ${name}: change or add a message` : t`Add your name or a message`}
    >
      <Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>
        <Input autoComplete="name" maxLength={giverNameMax} defaultValue={giver?.name} />
      </Field>
      <Field label={<Trans>Message</Trans>} name="message" answer={answer} optional>
        <TextArea rows={2} maxLength={giftMessageMax} placeholder={t`Leave a few words of encouragement`} />
      </Field>
      <Checkbox
        name="anonymous"
        defaultChecked={typed.anonymous === 'on'}
        label={<Trans>Donate anonymously</Trans>}
        hint={
          <Trans>
            Your name is hidden from the public and from the organiser. We and the payment provider still know it.
          </Trans>
        }
      />
    </Fold>
  )
}

/** Explains what is done with the details of a gift by phone. */
export function WhoSeesPhone() {
  return (
    <Fold summary={<Trans>What we do with your details</Trans>}>
      <p className="text-muted text-sm">
        <Trans>
          Safaricom receives your number and the amount, to ask you for your PIN. The public never sees your number.
          Your name appears next to your gift only if you add it, and not if you donate anonymously.
        </Trans>
      </p>
    </Fold>
  )
}

/** Shows how to give without this form: what to type in a phone's menu, also without internet. */
export function FromMenu({ paybill: { number, account } }: { paybill: Paybill }) {
  return (
    <Fold summary={<Trans>Or pay from your phone’s menu</Trans>}>
      <p>
        <Trans>
          Lipa na M-Pesa, Paybill <b>{number}</b>, account <b>{account}</b>.
        </Trans>
      </p>
    </Fold>
  )
}

/** Explains what is done with what is typed here. */
export function WhoSeesIt() {
  return (
    <Fold summary={<Trans>What we do with your details</Trans>}>
      <p className="text-muted text-sm">
        <Trans>
          We email your receipt; the public never sees your email. Unless you donate anonymously, your name appears next
          to your gift and the organiser can write to you. Our payment partner receives your email and the amount. We
          never see your card number.
        </Trans>
      </p>
    </Fold>
  )
}

type FoldProps = { summary: ReactNode; open?: boolean; children: ReactNode }

function Fold({ summary, open, children }: FoldProps) {
  return (
    <details open={open || undefined} className="group -my-2">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-semibold text-[0.9375rem] text-link [&::-webkit-details-marker]:hidden">
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 transition-transform group-open:rotate-180" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {summary}
        </span>
      </summary>
      <div className="grid gap-4 pt-1 pb-3">{children}</div>
    </details>
  )
}
