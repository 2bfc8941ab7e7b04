import { Trans, useLingui } from '@lingui/react/macro'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { BalanceCard } from '#app/money/payments/admin/balance-card.tsx'
import { db } from '#app/platform/db.server.ts'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import type { Route } from './+types/statement.ts'
import { accountsNow } from './accounts.server.ts'
import { AccountsTable } from './accounts-table.tsx'
import { lookedThrough } from './checks.server.ts'
import { ChecksCard } from './checks-card.tsx'
import { identityOf } from './identity.server.ts'
import { IdentityCard } from './identity-card.tsx'
import { movementsOf } from './movements.server.ts'
import { MovementsTable } from './movements-table.tsx'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  // Balances, movements and the sum are of one moment: money that comes in meanwhile makes no difference between them.
  const now = await atOneMoment(db, async (moment) => ({
    accounts: await accountsNow(moment.tx),
    movements: await movementsOf(moment),
    lines: await identityOf(moment),
  }))
  const [looked, compared] = await Promise.all([lookedThrough(db), lastCompared(db)])
  const asked = searchParams.get('account')
  const account = now.accounts.find(({ code }) => code === asked)?.code ?? 'provider_clearing'
  const movements = now.movements.filter((one) => one.account === account).toReversed()
  return { ...now, movements, account, looked, compared: compared ?? null }
}

/** What all accounts hold, whether it adds up, and how they moved. */
export default function Statement({ loaderData }: Route.ComponentProps) {
  const { accounts, movements, account, lines, looked, compared } = loaderData
  const { t, i18n } = useLingui()
  return (
    <div className="grid gap-6 *:min-w-0">
      <h2 className="text-xl">
        <Trans>Balances of all accounts</Trans>
      </h2>
      <AccountsTable accounts={accounts} />
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-3">
        <IdentityCard lines={lines} accounts={accounts} />
        <BalanceCard
          title={<Trans>The provider’s balance</Trans>}
          compared={compared}
          action="/admin/books/compare"
          busyText={t`Comparing...`}
        />
        <ChecksCard looked={looked} />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-xl">
          <Trans>Movements by month</Trans>
        </h2>
        <ExportCsv href={`/admin/books/movements.csv?account=${account}`} />
      </div>
      <MovementsTable
        movements={movements}
        account={account}
        accounts={accounts.map(({ code }) => ({ code, name: i18n._(accountNamed(code)) }))}
      />
    </div>
  )
}
