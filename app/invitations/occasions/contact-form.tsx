import { Trans, useLingui } from '@lingui/react/macro'
import { phoneWhole } from '#app/kit/phone.ts'
import { Button } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { Input } from '#app/ui/input.tsx'
import { Changing } from '#app/ui/read-only.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'

/** The number by which guests reach the hosts, who choose whether there is one. */
export function ContactForm({ base, contact }: { base: string; contact: string | null }) {
  const { t } = useLingui()
  const { Form, busy, answer } = useDeed()
  return (
    <Form method="post" action={`${base}/contact`} className="grid gap-3">
      <Refused answer={answer} />
      <Field
        label={<Trans>Phone number for guests</Trans>}
        name="contact"
        answer={answer}
        optional
        hint={<Trans>All who have a link to the invitation can read it, call it and write to it by WhatsApp.</Trans>}
      >
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          maxLength={30}
          defaultValue={contact ? phoneWhole(contact) : ''}
          placeholder="0712 345 678"
          className="max-w-xs"
        />
      </Field>
      <Changing>
        <Button variant="secondary" busy={busy} busyText={t`Saving...`} className="justify-self-start">
          <Trans>Save number</Trans>
        </Button>
      </Changing>
    </Form>
  )
}
