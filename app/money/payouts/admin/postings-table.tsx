import { Trans, useLingui } from '@lingui/react/macro'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn } from '#app/kit/time.ts'
import { stepWords } from '#app/money/payouts/story.ts'
import { Table } from '#app/ui/table.tsx'
import type { WholeStory } from './one.server.ts'

const eventWords: Record<string, Words> = {
  payout: stepWords.requested,
  payout_sent: stepWords.sent,
  payout_declined: stepWords.rejected,
  payout_returned: stepWords.returned,
}

/** What the books say of it: each row takes from one account what it gives another. */
export function PostingsTable({ postings }: Pick<WholeStory, 'postings'>) {
  const { t, i18n } = useLingui()
  const event = (kind: string) => (eventWords[kind] ? i18n._(eventWords[kind]) : kind)
  return (
    <Table
      caption={t`Postings`}
      rows={postings}
      rowKey={({ id }) => String(id)}
      columns={[
        { key: 'kind', head: t`Event`, cell: ({ kind }) => event(kind), lead: true },
        { key: 'debit', head: t`Debit`, cell: ({ debit }) => i18n._(accountNamed(debit)) },
        { key: 'credit', head: t`Credit`, cell: ({ credit }) => i18n._(accountNamed(credit)) },
        {
          key: 'amount',
          head: t`Amount`,
          align: 'right',
          cell: ({ amount }) => moneyText(amount, 'KSH'),
        },
        { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
      ]}
      empty={
        <p className="text-muted">
          <Trans>Nothing was posted.</Trans>
        </p>
      }
    />
  )
}
