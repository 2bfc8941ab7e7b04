import { Trans, useLingui } from '@lingui/react/macro'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import type { Tone } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { type Step, stepsOf } from './story.ts'
import type { GiftStory, Posting } from './story-facts.ts'

const dots: Record<Tone, string> = {
  gain: 'bg-gain',
  info: 'bg-info',
  warn: 'bg-warn',
  stop: 'bg-stop',
  accent: 'bg-accent',
  neutral: 'bg-brand',
}

/** What happened, from the form to the receipt and back again. */
export function Steps({ gift }: { gift: GiftStory }) {
  return (
    <Card title={<Trans>What happened</Trans>}>
      <ol className="grid gap-4 border-line border-l-2 pb-1 pl-4">
        {stepsOf(gift).map((step) => (
          <StepLine key={step.key} step={step} />
        ))}
      </ol>
    </Card>
  )
}

function StepLine({ step: { at, title, says = [], note, tone } }: { step: Step }) {
  const { i18n } = useLingui()
  return (
    <li className="relative">
      <span
        aria-hidden="true"
        className={`absolute top-1.5 -left-[21px] size-2.5 rounded-badge ring-2 ring-card ${dots[tone]}`}
      />
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="wrap-anywhere font-semibold">{i18n._(title)}</p>
        <p className="figures text-muted text-sm">{momentIn(i18n.locale as Language, at)}</p>
      </div>
      {says.map((words) => (
        <p key={i18n._(words)} className="text-[0.9375rem]">
          {i18n._(words)}
        </p>
      ))}
      {note && (
        <p className="wrap-anywhere text-[0.9375rem] text-muted" dir="auto">
          {note}
        </p>
      )}
    </li>
  )
}

/** What the books say of it: each row takes from one account what it gives another. */
export function Postings({ postings }: { postings: Posting[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<Posting>[] = [
    { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at), lead: true },
    { key: 'debit', head: t`Debited`, cell: ({ debit }) => i18n._(accountNamed(debit)) },
    { key: 'credit', head: t`Credited`, cell: ({ credit }) => i18n._(accountNamed(credit)) },
    {
      key: 'amount',
      head: t`Amount`,
      align: 'right',
      cell: ({ amount }) => moneyText(amount, 'KSH'),
    },
  ]
  return (
    <section aria-labelledby="postings-title" className="grid gap-3 *:min-w-0">
      <h2 id="postings-title" className="text-xl">
        <Trans>In the books</Trans>
      </h2>
      <Table
        caption={t`In the books`}
        columns={columns}
        rows={postings}
        rowKey={({ id }) => String(id)}
        empty={
          <p className="rounded-card border border-line border-dashed bg-card px-4 py-6 text-center text-muted">
            <Trans>Nothing was posted: no money moved.</Trans>
          </p>
        }
      />
    </section>
  )
}
