import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { giftMessageMax, giverNameMax } from '#app/money/payments/giving.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field, Input, TextArea } from '#app/ui/field.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { claimPath } from './claim.ts'
import { CodeField, type PayIn, PayInLines } from './claim-fields.tsx'

type ClaimFormProps = {
  slug: string
  /** The number and account of this fundraiser; null if it can't be paid by hand. */
  payIn: PayIn | null
  /** The form action's answer to a browser without a script. */
  first: Answer | undefined
}

/** Claims a payment to the Paybill as one's own: by M-Pesa's code, and by the end of the number that paid. */
export function ClaimForm({ slug, payIn, first }: ClaimFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer = first } = useFormAction()
  return (
    <Form method="post" action={claimPath(slug)} noValidate className="grid gap-5">
      {payIn && <PayInLines payIn={payIn} />}
      <CodeField answer={answer} />
      <Field
        name="tail"
        label={<Trans>Last three digits of the number that paid</Trans>}
        answer={answer}
        required
        hint={<Trans>By them we know that the payment is yours.</Trans>}
      >
        <Input inputMode="numeric" maxLength={20} autoComplete="off" className="figures max-w-40" />
      </Field>
      <GiverFields answer={answer} />
      {!answer?.errors && <Refused answer={answer} />}
      <Button size="large" busy={busy} busyText={t`Looking...`} wide>
        <Trans>Find my payment</Trans>
      </Button>
    </Form>
  )
}

/** The fields about the giver. */
function GiverFields({ answer, isFound = false }: { answer: Answer | undefined; isFound?: boolean }) {
  const { t } = useLingui()
  return (
    <>
      <Field name="name" label={<Trans>Name</Trans>} answer={answer} optional>
        <Input autoComplete="name" maxLength={giverNameMax} />
      </Field>
      <Field name="message" label={<Trans>Message</Trans>} answer={answer} optional>
        <TextArea rows={2} maxLength={giftMessageMax} placeholder={t`Leave a few words of encouragement`} />
      </Field>
      <Field
        name="phone"
        label={<Trans>Your phone number</Trans>}
        answer={answer}
        optional
        hint={
          isFound ? (
            <Trans>We may ask you about this gift. The public never sees it.</Trans>
          ) : (
            <Trans>We text you what we found, and may ask you about this payment. The public never sees it.</Trans>
          )
        }
      >
        <Input type="tel" inputMode="tel" autoComplete="tel" maxLength={20} placeholder="0712 345 678" />
      </Field>
      <Checkbox
        name="anonymous"
        defaultChecked={answer?.typed?.anonymous === 'on'}
        label={<Trans>Donate anonymously</Trans>}
        hint={<Trans>Your name is hidden from the public and from the organiser.</Trans>}
      />
    </>
  )
}

/** Adds a name to a gift found without one: what was typed before proves that the gift is theirs. */
export function NameForm({ slug, code, tail }: { slug: string; code: string; tail: string }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useFormAction()
  return (
    <Form
      method="post"
      action={claimPath(slug)}
      noValidate
      className="mt-7 grid w-full gap-5 border-line border-t pt-5 text-left"
    >
      <h2 className="text-lg">
        <Trans>Add your name or a message</Trans>
      </h2>
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="tail" value={tail} />
      <GiverFields answer={answer} isFound />
      {!answer?.errors && <Refused answer={answer} />}
      <Button busy={busy} busyText={t`Saving...`} wide>
        <Trans>Add</Trans>
      </Button>
    </Form>
  )
}
