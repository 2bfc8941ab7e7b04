import { Trans } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { MethodSelect } from './method-select.tsx'
import { type Method, recordedMethods, recordedNameMax, recordedNoteMax } from './recorded.ts'

/** The initial values of the fields. */
export type First = {
  amount?: string
  name?: string
  givenOn: string
  method?: Method
  code?: string | null
  note?: string
  anonymous?: boolean
  /** The end of the number that is kept while the field is left empty. */
  phone?: string | null
}

type GiftFieldsProps = { first: First; today: string; answer: Answer | undefined }

/** The fields of a gift that did not pass through us: amount, giver, day, method. */
export function GiftFields({ first, today, answer }: GiftFieldsProps) {
  return (
    <>
      <MoneyField
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        defaultValue={first.amount ?? ''}
        required
      />
      <Field label={<Trans>Name</Trans>} name="name" answer={answer} optional>
        <Input defaultValue={first.name ?? ''} maxLength={recordedNameMax} autoComplete="off" />
      </Field>
      <HowFields {...{ first, today, answer }} />
      <Persons first={first} answer={answer} />
    </>
  )
}

/** The fields for when and how it was given, and for the code that proves it. */
export function HowFields({ first, today, answer }: GiftFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label={<Trans>Day given</Trans>} name="givenOn" answer={answer} required>
          <Input type="date" defaultValue={first.givenOn} max={today} />
        </Field>
        <MethodSelect methods={recordedMethods} answer={answer} required first={first.method ?? 'cash'} />
      </div>
      <Field
        label={<Trans>Code of the message</Trans>}
        name="code"
        answer={answer}
        optional
        hint={
          <Trans>From M-Pesa, Airtel or the bank. Each code counts once. A cheque’s number belongs in the note.</Trans>
        }
      >
        <Input
          defaultValue={first.code ?? ''}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          className="uppercase"
        />
      </Field>
    </>
  )
}

function Persons({ first, answer }: Omit<GiftFieldsProps, 'today'>) {
  const phone = first.phone ?? ''
  return (
    <>
      <Field
        label={<Trans>Phone number</Trans>}
        name="phone"
        answer={answer}
        optional
        hint={
          phone ? (
            <Trans>Now {phone}. Leave empty to keep it.</Trans>
          ) : (
            <Trans>Nobody is sent a text. It lets the donor be found when they ask.</Trans>
          )
        }
      >
        <Input inputMode="tel" autoComplete="off" />
      </Field>
      <Field label={<Trans>Note</Trans>} name="note" answer={answer} optional>
        <TextArea rows={2} maxLength={recordedNoteMax} defaultValue={first.note ?? ''} />
      </Field>
      <Checkbox
        name="anonymous"
        label={<Trans>Give anonymously: visitors don’t see the name</Trans>}
        defaultChecked={answer ? Boolean(answer.typed?.anonymous) : (first.anonymous ?? false)}
      />
    </>
  )
}
