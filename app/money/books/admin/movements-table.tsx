import { Trans, useLingui } from '@lingui/react/macro'
import { ksh } from '#app/admin/money-write.ts'
import type { Language } from '#app/kit/languages.ts'
import { monthIn } from '#app/kit/time.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Movement } from './movements.server.ts'

type MovementsProps = {
  /** Of the account that was chosen, the newest month first. */
  movements: Movement[]
  account: string
  /** All accounts, with what they are called. */
  accounts: { code: string; name: string }[]
}

/** What an account took and gave month by month, and what it held in the end. */
export function MovementsTable({ movements, account, accounts }: MovementsProps) {
  const { t, i18n } = useLingui()
  const month = (start: string) => monthIn(i18n.locale as Language, new Date(`${start}T09:00:00Z`))
  const columns: Column<Movement>[] = [
    { key: 'month', head: t`Month`, cell: ({ start }) => month(start), lead: true },
    { key: 'debits', head: t`Debits`, cell: ({ debits }) => ksh(debits), align: 'right' },
    { key: 'credits', head: t`Credits`, cell: ({ credits }) => ksh(credits), align: 'right' },
    { key: 'closing', head: t`Closing balance`, cell: ({ closing }) => ksh(closing), align: 'right' },
  ]
  const to = (code: string) => (code === 'provider_clearing' ? '?' : `?account=${code}`)
  return (
    <div className="grid gap-4">
      <FilterLinks
        label={t`Account`}
        current={account}
        choices={accounts.map(({ code, name }) => ({ id: code, to: to(code), label: name }))}
      />
      <Table
        caption={t`Movements by month`}
        rows={movements}
        rowKey={({ start }) => start}
        columns={columns}
        empty={
          <EmptyState
            level={3}
            title={<Trans>No transactions yet</Trans>}
            text={<Trans>Each month with transactions will appear here.</Trans>}
          />
        }
      />
    </div>
  )
}
