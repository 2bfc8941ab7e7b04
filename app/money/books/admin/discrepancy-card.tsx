import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Answer } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { ConfirmField } from '#app/ui/confirm-field.tsx'
import { Field, TextArea } from '#app/ui/field.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import { byHand, excessIn, factsOfDiscrepancy, kindOfDiscrepancy, noteOf } from './discrepancies.ts'
import type { Discrepancy } from './discrepancies-list.tsx'
import { ruleOf } from './rules.ts'

/** Shows what differs, what is known of it, and links to its subject. */
export function DiscrepancyCard({ one }: { one: Discrepancy }) {
  const { i18n } = useLingui()
  const { name, hint } = kindOfDiscrepancy(one.kind)
  const rule = one.kind === 'broken rule' ? ruleOf(one.subject) : undefined
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  return (
    <Card
      title={i18n._(name)}
      text={i18n._(hint)}
      action={
        one.state === 'open' ? (
          <Badge tone="warn">
            <Trans>Open</Trans>
          </Badge>
        ) : (
          <Badge>
            <Trans>Closed</Trans>
          </Badge>
        )
      }
    >
      <dl className="grid gap-2">
        <Line name={<Trans>About</Trans>} value={isDrive(one) ? one.drive!.title : one.subject} />
        {rule && <Line name={<Trans>Rule</Trans>} value={i18n._(rule)} />}
        {factsOfDiscrepancy(one.facts, i18n)
          .filter(({ key }) => !(rule && key === 'says'))
          .map(({ key, name: fact, value }) => (
            <Line key={key} name={i18n._(fact)} value={key === 'drive' && one.drive ? one.drive.title : value} />
          ))}
        <Line name={<Trans>Open since</Trans>} value={moment(one.openedAt)} />
        {one.kind !== byHand && (
          <Line name={<Trans context="a difference">Last seen</Trans>} value={moment(one.seenAt)} />
        )}
        {one.openedBy && <Line name={<Trans>Opened by</Trans>} value={one.openedBy} />}
        {one.closedAt && <Line name={<Trans>Closed</Trans>} value={moment(one.closedAt)} />}
        {one.closedBy && <Line name={<Trans>Closed by</Trans>} value={one.closedBy} />}
        {one.note && <Line name={<Trans>Note</Trans>} value={noteOf(one, i18n)} />}
      </dl>
      <Ways one={one} />
    </Card>
  )
}

/** Tells whether the subject is a drive's id: a drive is called by its title, never by its id. */
const isDrive = ({ subject, drive }: Discrepancy) => drive !== null && /^[\da-f]{8}-[\da-f-]{27}$/.test(subject)

const Line = ({ name, value }: { name: ReactNode; value: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt className="text-muted">{name}</dt>
    <dd className="wrap-anywhere ml-auto text-right">{value}</dd>
  </div>
)

/** Links to what the discrepancy is about, as far as found. */
function Ways({ one }: { one: Discrepancy }) {
  const { about } = kindOfDiscrepancy(one.kind)
  const ways = [
    one.paymentId !== null && { to: `/admin/donations/${one.paymentId}`, words: <Trans>The payment</Trans> },
    one.payoutId !== null && { to: `/admin/payouts/${one.payoutId}`, words: <Trans>The withdrawal</Trans> },
    one.drive && { to: `/admin/fund-drives/${one.drive.slug}`, words: <Trans>The fund drive</Trans> },
    one.suspenseId !== null && {
      to: `/admin/books/unplaced/${one.suspenseId}`,
      words: <Trans>The unplaced money</Trans>,
    },
    about === 'dispute' && { to: '/admin/disputes', words: <Trans>Disputes</Trans> },
    about === 'mpesa' && { to: '/admin/mpesa', words: <Trans>M-Pesa</Trans> },
    about === 'books' && { to: '/admin/books', words: <Trans>The statement of the books</Trans> },
    one.follows !== null && {
      to: `/admin/books/differences/${one.follows}`,
      words: <Trans>The same difference, closed before</Trans>,
    },
    one.followedBy !== null && {
      to: `/admin/books/differences/${one.followedBy}`,
      words: <Trans>It was reopened</Trans>,
    },
  ].filter((way) => way !== false && way !== null)
  if (ways.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-x-6 border-line border-t pt-3">
      {ways.map(({ to, words }) => (
        <li key={to}>
          <Link to={to} className="text-link inline-flex min-h-11 items-center">
            {words}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Closes a discrepancy with a note, or takes it up again. Both forms stay together, so that the slower of two
 * administrators still reads that the other decided when the page is refreshed.
 */
export function DecideDiscrepancy({ one, first }: { one: Discrepancy; first: Answer | undefined }) {
  const close = useFormAction()
  const reopen = useFormAction()
  return (
    <div className="grid gap-5">
      {one.state === 'open' ? (
        <CloseDiscrepancy one={one} formAction={close} answer={close.answer ?? first} />
      ) : (
        <>
          <SaidLine answer={close.answer ?? first} />
          <ReopenDiscrepancy id={one.id} formAction={reopen} />
        </>
      )}
    </div>
  )
}

type FormAction = ReturnType<typeof useFormAction>

function CloseDiscrepancy({
  one,
  formAction: { Form, busy },
  answer,
}: {
  one: Discrepancy
  formAction: FormAction
  answer: Answer | undefined
}) {
  const { t } = useLingui()
  const excess = excessIn(one)
  const lost = excess && moneyText(excess.cents, 'KSH')
  return (
    <Card title={<Trans>Close this difference</Trans>}>
      <Form method="post" action={`/admin/books/differences/${one.id}`} noValidate className="grid gap-4">
        <SaidLine answer={answer} />
        <Field
          name="note"
          label={<Trans>Note</Trans>}
          answer={answer}
          required
          hint={
            <Trans>What was found and what was done about it. It stays with the difference and in the audit log.</Trans>
          }
        >
          <TextArea rows={4} maxLength={1000} />
        </Field>
        {lost && (
          <Checkbox
            name="loss"
            defaultChecked
            label={<Trans>Book {lost} as a loss of the platform</Trans>}
            hint={<Trans>Leave this out only if the provider did not send it, or has it back.</Trans>}
          />
        )}
        <ConfirmField answer={answer} />
        <Button busy={busy} busyText={t`Closing...`}>
          <Trans>Close</Trans>
        </Button>
      </Form>
    </Card>
  )
}

/** Takes up a closed discrepancy with a new one; the closed one stays as it is. */
function ReopenDiscrepancy({ id, formAction: { Form, busy, answer } }: { id: number; formAction: FormAction }) {
  const { t } = useLingui()
  return (
    <Card
      title={<Trans>Not solved after all?</Trans>}
      text={<Trans>A closed difference can’t be changed. Open a new one to go on with the matter.</Trans>}
    >
      <Form method="post" action={`/admin/books/differences/${id}/reopen`} className="grid gap-4">
        <SaidLine answer={answer} />
        <ConfirmField answer={answer} />
        <Button variant="secondary" busy={busy} busyText={t`Opening...`}>
          <Trans>Open again</Trans>
        </Button>
      </Form>
    </Card>
  )
}

/** Shows an answer about the form as a whole above it, for as long as it is true. */
export function SaidLine({ answer }: { answer: Answer | undefined }) {
  if (!answer || answer.ok || !answer.says) return null
  return (
    <Notice tone="stop" title={answer.says.title}>
      {answer.says.text}
    </Notice>
  )
}
