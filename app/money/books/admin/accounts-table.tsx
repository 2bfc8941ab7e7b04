import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { type Column, Table } from '#app/ui/table.tsx'
import type { AccountNow } from './accounts.server.ts'

const kindWords: Record<AccountNow['kind'], Words> = {
  asset: msg`What we hold`,
  liability: msg`What we owe`,
  revenue: msg`What we earned`,
  expense: msg`What it cost`,
}

const signed = (cents: number) => (cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(cents, 'KSH'))

/** What every account of the books holds at this moment. */
export function AccountsTable({ accounts }: { accounts: AccountNow[] }) {
  const { t, i18n } = useLingui()
  const columns: Column<AccountNow>[] = [
    { key: 'account', head: t`Account`, cell: ({ code }) => <Name code={code} />, lead: true },
    { key: 'kind', head: t`Kind`, cell: ({ kind }) => i18n._(kindWords[kind]) },
    { key: 'balance', head: t`Balance`, cell: ({ balance }) => signed(balance), align: 'right' },
  ]
  return (
    <Table
      caption={t`Balances of all accounts`}
      rows={accounts}
      rowKey={({ code }) => code}
      columns={columns}
      empty={null}
      foot={
        <p className="text-muted text-sm">
          <Trans>Assets + expenses = liabilities + income. Balances include everything up to now.</Trans>
        </p>
      }
    />
  )
}

function Name({ code }: { code: string }) {
  const { i18n } = useLingui()
  const name = i18n._(accountNamed(code))
  if (code === 'payable')
    return (
      <Link to="/admin/books/owed" className="text-link">
        {name}
      </Link>
    )
  if (code === 'suspense')
    return (
      <Link to="/admin/books/unplaced" className="text-link">
        {name}
      </Link>
    )
  return name
}
