import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { links, search } from '#app/kit/list.ts'
import { moneyText } from '#app/kit/money.ts'
import { momentIn } from '#app/kit/time.ts'
import { Donor, dateColumn, driveColumn } from '#app/money/payments/admin/gifts-list.tsx'
import { outcomeWords } from '#app/money/payments/admin/story.ts'
import { Badge } from '#app/ui/badge.tsx'
import { listView } from '#app/ui/list-view.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { clockOf, type DisputeLine, disputeStates } from './disputes.ts'

export type DisputeTotals = { count: number; amount: number; open: number }

/** Payments that payers' banks dispute: open ones first, the nearest deadline on top. */
export const disputesView = listView<DisputeLine, DisputeTotals, { now: Date }>()({
  address: '/admin/disputes',
  caption: msg`Disputes`,
  fields: {
    state: links({
      label: msg`State`,
      of: disputeStates,
      words: {
        open: msg({ message: 'Open', context: 'disputes' }),
        won: msg({ message: 'Won', context: 'disputes' }),
        lost: msg({ message: 'Lost', context: 'disputes' }),
      },
      all: msg({ message: 'All', context: 'disputes' }),
    }),
    search: search(msg`Reference, donor or fund drive`, { className: 'w-full sm:w-80' }),
  },
  columns: [
    dateColumn(({ id }) => `/admin/disputes/${id}`),
    {
      key: 'deadline',
      head: msg`Time to answer`,
      fileHead: msg`Answer until`,
      sortable: true,
      cell: (dispute, { more }) => <TimeLeft dispute={dispute} now={more.now} />,
      plain: ({ dueAt }, { language }) => (dueAt ? momentIn(language, dueAt) : ''),
    },
    driveColumn,
    {
      key: 'donor',
      head: msg`Donor`,
      cell: (dispute) => (dispute.isForViews ? dispute.email : <Donor gift={dispute} />),
      plain: ({ name }) => name,
    },
    { key: 'email', head: msg`Email`, plain: ({ email }) => email },
    {
      key: 'amount',
      head: msg`Amount`,
      fileHead: msg`Amount (KSH)`,
      sortable: true,
      align: 'right',
      cell: ({ amount }) => moneyText(amount, 'KSH'),
      plain: ({ amount }) => amount / 100,
    },
    {
      key: 'outcome',
      head: msg`Outcome`,
      plain: ({ resolution }, { words }) => words._(resolution ? outcomeWords[resolution] : msg`Open`),
    },
    { key: 'reference', head: msg`Reference`, plain: ({ reference }) => reference },
    { key: 'number', head: msg`Provider’s number`, plain: ({ extId }) => extId },
  ],
  rowKey: ({ id }) => String(id),
  empty: {
    none: {
      title: msg`No disputes`,
      text: msg`When a cardholder’s bank disputes a payment, it appears here with the time to answer.`,
    },
    narrowed: { title: msg`No such disputes`, all: msg`Show all disputes` },
  },
  foot: (totals) => <Totals {...totals} />,
})

const tones = ['brand', 'warn', 'stop'] as const

/** Shows how much of the time to answer is left; for closed disputes, how they ended. */
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

function Totals({ count, amount, open }: DisputeTotals) {
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
