import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn } from '#app/kit/time.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Debt } from './debts.ts'

/** The drives that owe. Coming gifts pay; where none come any more, somebody gives the debt up. */
export function DebtsTable({ debts, sum, count }: { debts: Debt[]; sum: number; count: number }) {
  const { t, i18n } = useLingui()
  const day = (at: Date) => briefDayIn(i18n.locale as Language, at)
  const columns: Column<Debt>[] = [
    {
      ...{ key: 'drive', head: t`Fund drive`, lead: true },
      cell: ({ driveId, title }) => (
        <Link
          to={`/admin/donations?drive=${driveId}&state=refunded`}
          className="text-link wrap-anywhere inline-flex min-h-11 items-center"
          dir="auto"
        >
          {title}
        </Link>
      ),
    },
    { key: 'debt', head: t`Owes`, align: 'right', cell: ({ debt }) => moneyText(debt, 'KSH') },
    { key: 'since', head: t`Since`, cell: ({ since }) => day(since) },
    { key: 'last', head: t`Last donation`, cell: ({ lastGift }) => (lastGift ? day(lastGift) : '–') },
    { key: 'deed', head: t`What to do`, cell: (debt) => <Way debt={debt} /> },
  ]
  return (
    <section aria-labelledby="debts-title" className="grid gap-3 *:min-w-0">
      <div>
        <h2 id="debts-title" className="text-xl">
          <Trans>Debts</Trans>
        </h2>
        <p className="mt-1 max-w-[70ch] text-muted">
          <Trans>
            Money went back that the owner had withdrawn. Coming donations pay it first; where none have come for 90
            days, it is better written off.
          </Trans>
        </p>
      </div>
      <Table
        caption={t`Debts`}
        columns={columns}
        rows={debts}
        rowKey={({ driveId }) => driveId}
        empty={
          <p className="rounded-card border border-line border-dashed bg-card px-4 py-6 text-center text-muted">
            <Trans>No fund drive owes anything.</Trans>
          </p>
        }
        foot={
          <p className="flex flex-wrap justify-between gap-x-6">
            <span className="text-muted">
              <Plural value={count} one="# fund drive owes" other="# fund drives owe" />
            </span>
            <span className="figures font-semibold">{moneyText(sum, 'KSH')}</span>
          </p>
        }
      />
    </section>
  )
}

function Way({ debt: { driveId, openRequests, hopeless } }: { debt: Debt }) {
  if (openRequests > 0)
    return (
      <Link to="/admin/withdrawal-requests" className="text-link inline-flex min-h-11 items-center">
        <Trans>Decide its withdrawal request first</Trans>
      </Link>
    )
  return (
    <span className="flex flex-wrap items-center gap-3 max-@2xl:justify-end">
      <LinkButton
        to={`/admin/disputes/debts/${driveId}`}
        preventScrollReset
        size="small"
        variant={hopeless ? 'primary' : 'secondary'}
      >
        <Trans>Write off</Trans>
      </LinkButton>
      {!hopeless && (
        <span className="text-muted text-sm">
          <Trans>Donations may still pay it</Trans>
        </span>
      )}
    </span>
  )
}
