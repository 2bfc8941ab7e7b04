import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Donor } from '#app/office/payments/gifts-table.tsx'
import { outcomeWords } from '#app/office/payments/story.ts'
import { Badge } from '#app/ui/badge.tsx'
import { OneLine } from '#app/ui/one-line.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import { clockOf, type DisputeLine } from './disputes.ts'

type DisputesTableProps = {
  disputes: DisputeLine[]
  totals: { count: number; amount: number; open: number }
  now: Date
  empty: ReactNode
}

/** Payments that payers' banks question: open ones first, the nearest deadline on top. */
export function DisputesTable({ disputes, totals, now, empty }: DisputesTableProps) {
  const { t, i18n } = useLingui()
  const moment = (at: Date) => momentIn(i18n.locale as Language, at)
  const columns: Column<DisputeLine>[] = [
    {
      ...{ key: 'date', head: t`Date`, lead: true, sortable: true },
      cell: ({ id, at }) => (
        <Link
          to={`/admin/disputes/${id}`}
          className="text-link inline-flex min-h-11 items-center whitespace-nowrap @2xl:min-h-6"
        >
          {moment(at)}
        </Link>
      ),
    },
    {
      ...{ key: 'deadline', head: t`Time to answer`, sortable: true },
      cell: (dispute) => <TimeLeft dispute={dispute} now={now} />,
    },
    {
      ...{ key: 'drive', head: t`Fund drive` },
      cell: ({ drive }) =>
        drive ? (
          <Link to={`/admin/fund-drives/${drive.slug}`} className="text-link">
            <OneLine text={drive.title} />
          </Link>
        ) : (
          t`Deleted`
        ),
    },
    {
      key: 'donor',
      head: t`Donor`,
      cell: (dispute) => (dispute.isForViews ? dispute.email : <Donor gift={dispute} />),
    },
    {
      ...{ key: 'amount', head: t`Amount`, sortable: true, align: 'right' },
      cell: ({ amount }) => moneyText(amount, 'KSH'),
    },
  ]
  return (
    <Table
      caption={t`Disputes`}
      columns={columns}
      rows={disputes}
      rowKey={({ id }) => String(id)}
      empty={empty}
      foot={<Totals {...totals} />}
    />
  )
}

const tones = ['brand', 'warn', 'stop'] as const

/** How much of the time to answer is left; of those that are over, how they ended. */
export function TimeLeft({ dispute, now }: { dispute: DisputeLine; now: Date }) {
  const { t, i18n } = useLingui()
  const { resolution, status, answer } = dispute
  if (status === 'resolved' && resolution)
    return <Badge tone={resolution === 'declined' ? 'gain' : 'stop'}>{i18n._(outcomeWords[resolution])}</Badge>
  const { left, used, mark } = clockOf(dispute, now)
  return (
    <span className="grid min-w-36 gap-1.5">
      <span className="flex flex-wrap items-center gap-2 max-@2xl:justify-end">
        <span className="font-semibold">
          <Plural value={left} one="# hour left" other="# hours left" />
        </span>
        {mark === 2 ? (
          <Badge tone="stop">
            <Trans>Almost no time left</Trans>
          </Badge>
        ) : (
          mark === 1 && (
            <Badge tone="warn">
              <Trans>Half the time has passed</Trans>
            </Badge>
          )
        )}
        {answer && (
          <Badge tone="info">
            <Trans>Answered</Trans>
          </Badge>
        )}
      </span>
      <Progress
        value={Math.round(used)}
        max={48}
        label={t`Time to answer that has passed`}
        tone={tones[mark]}
        words={false}
      />
    </span>
  )
}

function Totals({ count, amount, open }: DisputesTableProps['totals']) {
  return (
    <p className="flex flex-wrap justify-between gap-x-6">
      <span className="text-muted">
        <Plural value={count} one="# dispute" other="# disputes" />,{' '}
        <Plural value={open} one="# of them open" other="# of them open" />
      </span>
      <span className="figures font-semibold">{moneyText(amount, 'KSH')}</span>
    </p>
  )
}
