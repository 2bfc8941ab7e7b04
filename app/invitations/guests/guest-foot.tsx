import { Trans, useLingui } from '@lingui/react/macro'
import type { Answer } from '#app/kit/says.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { Field } from '#app/ui/field.tsx'
import { Folded } from '#app/ui/folded.tsx'
import { Input, TextArea } from '#app/ui/input.tsx'
import { RadioCards } from '#app/ui/radio-cards.tsx'
import type { GuestSeen } from './guest.server.ts'
import { invitationReportReasons, reportReasonWords, reportWordsMax } from './report.ts'

type GuestFootProps = {
  page: string
  seen: GuestSeen
  /** The note on this guest in the host's own book. */
  note?: React.ReactNode
  /** The form action's answer, perhaps about another form of the page. */
  first: Answer | undefined
}

/** The small print: who wrote the guest's name here, what the hosts see, and how to be left in peace. */
export function GuestFoot({ page, seen, note, first }: GuestFootProps) {
  const { t } = useLingui()
  const answer = first?.typed?.words === undefined ? undefined : first
  const { byShare, quiet } = seen.supporter
  const host = seen.gathering.hostName
  return (
    <div className="grid gap-2 border-line border-t pt-6 text-[0.9375rem] text-muted">
      <p>
        {byShare
          ? t`You answered on the open link. ${host} sees your name, your number and your answer.`
          : t`${host} put your name here, and sees that you opened this page, and your answer.`}
      </p>
      {note}
      <Quiet page={page} quiet={quiet} />
      <ForgetForm {...{ page, seen, first }} />
      <Folded id="report" open={Boolean(answer)} title={<Trans>Report</Trans>}>
        <form method="post" action={`${page}/report#report`} noValidate className="grid gap-4">
          <RadioCards
            legend={<Trans>What is wrong with this invitation?</Trans>}
            name="reason"
            columns=""
            choices={invitationReportReasons.map((value) => ({ value, label: <Reason of={value} /> }))}
            defaultValue={answer?.typed?.reason}
            answer={answer}
          />
          <Field name="words" label={<Trans>What should we know?</Trans>} optional answer={answer}>
            <TextArea rows={3} maxLength={reportWordsMax} />
          </Field>
          <Button variant="secondary">
            <Trans>Send the report</Trans>
          </Button>
        </form>
      </Folded>
    </div>
  )
}

function Reason({ of }: { of: (typeof invitationReportReasons)[number] }) {
  const { i18n } = useLingui()
  return i18n._(reportReasonWords[of])
}

function Quiet({ page, quiet }: { page: string; quiet: boolean }) {
  return (
    <form id="quiet" method="post" action={`${page}/quiet`}>
      {quiet && (
        <p>
          <Trans>
            You get no more messages. If an occasion changes that you said yes or maybe to, we still tell you.
          </Trans>
        </p>
      )}
      {quiet && <input type="hidden" name="again" value="1" />}
      <button type="submit" className="inline-flex min-h-11 items-center text-link">
        {quiet ? <Trans>Send me messages again</Trans> : <Trans>No more messages</Trans>}
      </button>
    </form>
  )
}

type ForgetFormProps = { page: string; seen: GuestSeen; first: Answer | undefined }

/** The form that removes a guest. Links get forwarded, so the reader proves to know the guest's number, or says that it is them. */
function ForgetForm({ page, seen: { supporter, gathering }, first }: ForgetFormProps) {
  const { t } = useLingui()
  const answer = first?.typed?.forget === undefined ? undefined : first
  const { name, hasPhone } = supporter
  return (
    <Folded id="forget" open={Boolean(answer)} title={<Trans>Remove me</Trans>}>
      <form method="post" action={`${page}/forget#forget`} noValidate className="grid gap-3">
        <input type="hidden" name="forget" value="1" />
        <p>
          <Trans>
            Your name, your number, your answer and what you wrote are taken off the list, your seats go to others, and
            this link opens nothing any more. This can’t be undone.
          </Trans>
        </p>
        {hasPhone ? (
          <Field
            name="end"
            label={<Trans>The last 4 digits of your phone number</Trans>}
            answer={answer}
            hint={t`Of the number that ${gathering.hostName} has. Nobody else can remove you then.`}
          >
            <Input inputMode="numeric" autoComplete="off" maxLength={4} className="max-w-32" />
          </Field>
        ) : (
          <Checkbox name="sure" value="on" answer={answer} label={t`I am ${name}, and want to be removed`} />
        )}
        <Button variant="danger">
          <Trans>Remove me now</Trans>
        </Button>
      </form>
    </Folded>
  )
}
