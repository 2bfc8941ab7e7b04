import { Trans, useLingui } from '@lingui/react/macro'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Table } from '#app/ui/table.tsx'

type Payout = { id: string; amount: number; method: string; status: string; at: Date; notes: string }

/** What was asked for, and how far each request has come. */
export function PayoutsTable({ payouts }: { payouts: Payout[] }) {
  const { t, i18n } = useLingui()
  return (
    <Table
      caption={t`Payouts`}
      rows={payouts}
      rowKey={({ id }) => id}
      keepHead
      columns={[
        { key: 'amount', head: t`Amount`, cell: ({ amount }) => moneyText(amount), lead: true },
        { key: 'method', head: t`Method`, cell: ({ method }) => method },
        { key: 'status', head: t`Status`, cell: ({ status }) => status },
        { key: 'at', head: t`Date`, cell: ({ at }) => momentIn(i18n.locale as Language, at) },
        { key: 'notes', head: t`Notes`, cell: ({ notes }) => notes },
      ]}
      empty={
        <EmptyState
          level={3}
          title={<Trans>No payouts yet</Trans>}
          text={<Trans>When you withdraw money, each request will stand here with how far it has come.</Trans>}
        />
      }
    />
  )
}
