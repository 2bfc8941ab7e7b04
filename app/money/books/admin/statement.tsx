import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { accountNamed } from '#app/base/ledger/accounts.ts'
import { atOneMoment } from '#app/base/ledger/moment.server.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { Words } from '#app/kit/says.ts'
import { momentIn, monthIn } from '#app/kit/time.ts'
import { lastCompared } from '#app/money/payments/admin/balance.server.ts'
import { BalanceCard } from '#app/money/payments/admin/balance-card.tsx'
import { db } from '#app/platform/db.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FilterLinks } from '#app/ui/filter-links.tsx'
import { ExportCsv } from '#app/ui/list-bar.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { useFormAction } from '#app/ui/use-form-action.tsx'
import type { Route } from './+types/statement.ts'
import { ksh } from './report-view.tsx'
import { type IdentityLine, identityWords, ruleOf } from './rules.ts'
import {
  type AccountNow,
  accountsNow,
  identityOf,
  type Looked,
  lookedThrough,
  type Movement,
  movementsOf,
} from './statement.server.ts'

export async function loader({ url: { searchParams } }: Route.LoaderArgs) {
  // Balances, movements and the sum are of one moment, so money that comes in meanwhile causes no discrepancy.
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

/** Shows what all accounts hold, whether it adds up, and how they moved. */
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

type MovementsProps = {
  /** The chosen account's movements, the newest month first. */
  movements: Movement[]
  account: string
  /** All accounts, with their names. */
  accounts: { code: string; name: string }[]
}

/** Shows an account's debits and credits month by month, and each closing balance. */
function MovementsTable({ movements, account, accounts }: MovementsProps) {
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

/** Shows when the books were last checked, and what was broken then. */
function ChecksCard({ looked: { at, broken, waits } }: { looked: Looked }) {
  const { t, i18n } = useLingui()
  const { Form, busy } = useFormAction()
  const when = at ? momentIn(i18n.locale as Language, at) : ''
  return (
    <Card
      title={<Trans>The books and their own rules</Trans>}
      text={at ? <Trans>Last run on {when}. Runs hourly.</Trans> : <Trans>Not run yet. Runs hourly.</Trans>}
    >
      <div className="grid gap-4">
        {at &&
          (broken.length === 0 ? (
            <Notice tone="gain" title={<Trans>All rules hold</Trans>} />
          ) : (
            <Notice tone="stop" title={<Trans>Rules are broken</Trans>}>
              <ul className="grid gap-1">
                {broken.map(({ id, rule }) => (
                  <li key={id}>
                    <Link to={`/admin/books/differences?search=${id}`} className="text-link">
                      {id}
                    </Link>{' '}
                    {ruleOf(id) ? i18n._(ruleOf(id)!) : rule}
                  </li>
                ))}
              </ul>
            </Notice>
          ))}
        <Form method="post" action="/admin/books/look-through" className="grid justify-items-start gap-2">
          <Button variant="secondary" busy={busy} busyText={t`Asking...`}>
            <Trans>Run checks now</Trans>
          </Button>
          {waits && (
            <p role="status" className="text-muted text-sm">
              <Trans>The checks are running.</Trans>
            </p>
          )}
        </Form>
      </div>
    </Card>
  )
}

const kindWords: Record<AccountNow['kind'], Words> = {
  asset: msg`What we hold`,
  liability: msg`What we owe`,
  revenue: msg`What we earned`,
  expense: msg`What it cost`,
}

const signed = (cents: number) => (cents < 0 ? `− ${moneyText(-cents, 'KSH')}` : moneyText(cents, 'KSH'))

/** Shows the present balance of every account. */
function AccountsTable({ accounts }: { accounts: AccountNow[] }) {
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

type CardProps = { lines: IdentityLine[]; accounts: Pick<AccountNow, 'code' | 'balance'>[] }

/** Explains our money at all providers line by line, and shows whether the books say the same, account by account. */
export function IdentityCard({ lines, accounts }: CardProps) {
  const { i18n } = useLingui()
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  const there = accounts.filter(({ code }) => code.endsWith('_clearing'))
  const clearing = there.reduce((all, { balance }) => all + balance, 0)
  const [missing, fits] = [ksh(clearing - sum), clearing === sum]
  return (
    <Card
      title={<Trans>Our money at all providers</Trans>}
      text={<Trans>Money in minus money out, from each single record.</Trans>}
    >
      <div className="grid gap-4">
        <dl className="grid gap-1">
          {lines.map(({ key, amount }) => (
            <Line key={key} name={i18n._(identityWords[key])} amount={amount} />
          ))}
        </dl>
        <dl className="-mt-3 grid gap-1 border-line border-t pt-2 font-bold">
          <Line name={<Trans>Together</Trans>} amount={sum} />
        </dl>
        <dl className="grid gap-1">
          {there.map(({ code, balance }) => (
            <Line key={code} name={i18n._(accountNamed(code))} amount={balance} />
          ))}
        </dl>
        <dl className="-mt-3 grid gap-1 border-line border-t pt-2 font-bold">
          <Line name={<Trans>Together in the books</Trans>} amount={clearing} />
        </dl>
        {fits ? (
          <Notice tone="gain" title={<Trans>It adds up</Trans>} />
        ) : (
          <Notice tone="stop" title={<Trans>Not balanced: {missing}</Trans>} />
        )}
      </div>
    </Card>
  )
}

const Line = ({ name, amount }: { name: ReactNode; amount: number }) => (
  <div className="flex flex-wrap justify-between gap-x-6">
    <dt>{name}</dt>
    <dd className="figures ml-auto">{ksh(amount)}</dd>
  </div>
)
