import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { amountText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { AddressDialog } from '#app/ui/dialog.tsx'
import { Field, Input, Select, TextArea } from '#app/ui/field.tsx'
import { MoneyField } from '#app/ui/money-field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction, useFormKey } from '#app/ui/use-form-action.tsx'
import {
  type Method,
  recordedMethods,
  recordedMethodWords,
  recordedNameMax,
  recordedNoteMax,
  whyMax,
} from './recorded.ts'

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
function GiftFields({ first, today, answer }: GiftFieldsProps) {
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
function HowFields({ first, today, answer }: GiftFieldsProps) {
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

type MethodSelectProps = {
  methods: readonly Method[]
  answer: Answer | undefined
  required?: boolean
  first?: Method
  /** The words while none is chosen; without them one is chosen from the beginning. */
  none?: string
}

/** Chooses how a gift that did not pass through us was given. */
export function MethodSelect({ methods, answer, required, first, none }: MethodSelectProps) {
  const { i18n } = useLingui()
  return (
    <Field label={<Trans>How was it given?</Trans>} name="method" answer={answer} required={required}>
      <Select defaultValue={first ?? ''}>
        {none !== undefined && <option value="">{none}</option>}
        {methods.map((method) => (
          <option key={method} value={method}>
            {i18n._(recordedMethodWords[method])}
          </option>
        ))}
      </Select>
    </Field>
  )
}

type RecordDialogProps = {
  base: string
  formKey: string
  today: string
  /** The initial values of the fields. */
  gift: First
  first?: Answer | undefined
}

/** Asks for a gift that did not pass through us. Opened by its own address, so that it works without a script, too. */
export function RecordDialog({ base, formKey, today, gift, first }: RecordDialogProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  return (
    <AddressDialog
      closeTo={base}
      title={<Trans>Record a gift</Trans>}
      text={
        <Trans>Visitors see that you recorded it and that it did not pass through {'{brand}'}. It costs nothing.</Trans>
      }
    >
      <Form method="post" action={`${base}/add`} className="grid gap-5">
        <input type="hidden" name="key" value={key} />
        <Refused answer={answer} />
        <GiftFields first={gift} {...{ today, answer }} />
        {(answer?.errors?.anyway || answer?.typed?.anyway) && (
          <>
            <input type="hidden" name="about" value={answer.typed?.about ?? ''} />
            <input type="hidden" name="asked" value={answer.typed?.asked ?? ''} />
            {/* The confirmation of one gift does not apply to the next one that is warned about. */}
            <Checkbox
              key={answer.typed?.about}
              name="anyway"
              label={
                answer.typed?.asked === 'amount' ? (
                  <Trans>The amount is right: record it</Trans>
                ) : (
                  <Trans>It is another gift: record it anyway</Trans>
                )
              }
              answer={answer}
              defaultChecked={Boolean(answer.typed?.anyway)}
            />
          </>
        )}
        <div className="grid gap-3 sm:flex sm:justify-end">
          <Button busy={busy} busyText={t`Saving...`}>
            <Trans>Record gift</Trans>
          </Button>
          <Button name="next" value="on" variant="secondary" busy={busy} busyText={t`Saving...`}>
            <Trans>Save and record the next</Trans>
          </Button>
        </div>
      </Form>
    </AddressDialog>
  )
}

type ChangeFormProps = { to: string; gift: First; version: number; today: string; first?: Answer | undefined }

/** The form that corrects a recorded gift. It asks for a reason, which the gift's receipt shows. */
export function ChangeRecordedForm({ to, gift, version, today, first }: ChangeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form key={version} method="post" action={to} className="grid gap-5">
      <input type="hidden" name="version" value={version} />
      <Refused answer={answer} />
      <GiftFields first={gift} {...{ today, answer }} />
      <WhyField answer={answer} />
      <Button busy={busy} busyText={t`Saving...`} className="justify-self-start">
        <Trans>Save change</Trans>
      </Button>
    </Form>
  )
}

/** The form that takes a recorded gift out of all sums. */
export function VoidForm({ to }: { to: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form method="post" action={`${to}/void`} className="grid gap-4">
      <Refused answer={answer} />
      <WhyField answer={answer} />
      <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start text-stop">
        <Trans>Cancel this gift</Trans>
      </Button>
    </Form>
  )
}

const WhyField = ({ answer }: { answer: Answer | undefined }) => (
  <Field
    label={<Trans>Why?</Trans>}
    name="why"
    answer={answer}
    required
    hint={<Trans>The receipt shows it for as long as it is there. Please name nobody in it.</Trans>}
  >
    <Input maxLength={whyMax} autoComplete="off" />
  </Field>
)

type ForPledgeFormProps = {
  /** The address to send it to. */
  to: string
  pledge: { id: number; amount: number; paid: number }
  formKey: string
  today: string
  first: Answer | undefined
}

/** The form for money that was given for a pledge and did not pass through us: it becomes a recorded gift. */
export function ForPledgeForm({ to, pledge: { id, amount, paid }, formKey, today, first }: ForPledgeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  const key = useFormKey(formKey, answer)
  // Gifts for the pledge meanwhile, such as by this form itself, change nothing in an open form.
  const [rest] = useState(amountText(amount - paid))
  return (
    <Form method="post" action={to} noValidate className="grid gap-5">
      <input type="hidden" name="key" value={key} />
      <Refused answer={answer} />
      <input type="hidden" name="pledge" value={id} />
      <MoneyField
        label={<Trans>Amount</Trans>}
        name="amount"
        answer={answer}
        required
        maxLength={24}
        defaultValue={rest}
      />
      <HowFields first={{ givenOn: today }} {...{ today, answer }} />
      <p className="text-muted text-sm">
        <Trans>
          It is recorded with your name as a gift that did not pass through {'{brand}'}. It can’t be withdrawn here.
        </Trans>
      </p>
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Record gift</Trans>
      </Button>
    </Form>
  )
}
