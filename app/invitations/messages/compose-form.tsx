import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useMemo } from 'react'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { TextArea } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import { Refused } from '#app/ui/refused.tsx'
import { useDeed } from '#app/ui/use-deed.tsx'
import { useFormKey } from '#app/ui/use-form-key.ts'
import { Look, type Looked, lookIn } from './look.tsx'
import { kindWords, most, type Written, written } from './message.ts'

type ComposeFormProps = {
  to: string
  formKey: string
  meant: { all: number; quiet: number; mail: number }
  kind: Written
  answer: Answer | undefined
}

/** The words that the host adds. The frame, the facts and the guest's own link are ours. */
export function ComposeForm({ to, formKey, meant, kind, answer: before }: ComposeFormProps) {
  const { t } = useLingui()
  const { Form, busy, answer: heard = before } = useDeed()
  const { look, answer } = useMemo(() => lookedIn(heard), [heard])
  const key = useFormKey(formKey, answer)
  // It may have arrived: then nobody is meant any more by a filter such as 'not invited yet', and it is sent again all the same.
  const isNobody = meant.all === 0 && !answer?.unsent
  const hints: Record<Written, string> = {
    invitation: t`The card with day, time and place, and a button to answer.`,
    note: t`A word about the occasion, such as what to bring.`,
    thanks: t`For those who came or gave.`,
  }
  const { i18n } = useLingui()
  const choices = written.map((value) => ({ value, label: i18n._(kindWords[value]), hint: hints[value] }))
  return (
    <Form method="post" action={to} className="grid gap-5">
      <Refused answer={answer} />
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="many" value={meant.all} />
      <Meant {...meant} />
      <RadioCards
        legend={<Trans>What is it?</Trans>}
        name="kind"
        choices={choices}
        defaultValue={answer?.typed?.kind ?? kind}
        answer={answer}
        columns="sm:grid-cols-3"
      />
      <Field
        label={<Trans>Your words</Trans>}
        name="words"
        answer={answer}
        hint={<Trans>At most 600 characters, without links. Each guest gets their own link.</Trans>}
      >
        <TextArea maxLength={most.words} rows={5} />
      </Field>
      <Checkbox
        name="byHand"
        defaultChecked={answer?.typed?.byHand === 'on'}
        label={<Trans>I send all of it from my own phone</Trans>}
        hint={
          <Trans>
            One by one, by WhatsApp or SMS. Without it guests with an email address get an email, and the others an SMS
            where that is possible.
          </Trans>
        }
      />
      {look && <Look look={look} />}
      {look ? (
        <Steps look={look} many={meant.all} busy={busy} />
      ) : (
        <Button size="large" wide busy={busy} busyText={t`Loading...`} disabled={isNobody} name="step" value="look">
          <Trans>See it before you send it</Trans>
        </Button>
      )}
    </Form>
  )
}

/**
 * The preview, and the answer with what was typed: without a script the page with the preview is a new one. The form compares
 * an answer with the one before, so it is made once.
 */
function lookedIn(heard: Answer | undefined) {
  const look = lookIn(heard)
  return { look, answer: heard && look ? { ...heard, typed: look.typed } : heard }
}

/** What goes out now, and a test of it. */
function Steps({ look, many, busy }: { look: Looked; many: number; busy: boolean }) {
  const { t } = useLingui()
  return (
    <div className="grid gap-3">
      <Button size="large" wide busy={busy} busyText={t`Sending...`} name="step" value="send">
        <Trans>
          Send to <Plural value={many} one="# guest" other="# guests" />
        </Trans>
      </Button>
      <div className="flex flex-wrap gap-3">
        {look.test !== '' && (
          <Button variant="secondary" name="step" value="test">
            <Trans>Send a test to me</Trans>
          </Button>
        )}
        <Button variant="ghost" name="step" value="look">
          <Trans>Show it again after a change</Trans>
        </Button>
      </div>
    </div>
  )
}

function Meant({ all, quiet, mail: byEmail }: ComposeFormProps['meant']) {
  return (
    <p>
      <Trans>
        To{' '}
        <strong>
          <Plural value={all} one="# guest" other="# guests" />
        </strong>
        , {byEmail} of them by email.
      </Trans>{' '}
      {quiet > 0 && <Plural value={quiet} one="# wants no messages." other="# want no messages." />}
    </p>
  )
}
