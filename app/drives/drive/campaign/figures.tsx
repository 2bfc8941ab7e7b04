import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import type { HelperRole } from '#app/kit/rights.ts'
import { dayIn } from '#app/kit/time.ts'
import { cx } from '#app/ui/cx.ts'
import { useCount } from '#app/ui/use-count.ts'
import { type Status, statusNames } from '../drive.ts'

/** Figures that are read besides the drive itself. */
export type CampaignStanding = {
  withdrawn: number
  /** The part of `withdrawn` that has not arrived yet. */
  underWay: number
  available: number
  /** The debt that coming donations cover first. */
  debt: number
  comments: number
  visits: number
  views: number
}

export type FiguresProps = CampaignStanding & {
  /** The sum of all gifts. */
  total: number
  /** The part that did not pass through us: it can't be withdrawn. */
  recordedShown: number
  /** All recorded gifts, also hidden ones, which are in no total. */
  recorded: number
  donors: number
  goal: number
  collects: boolean
  left: number | null
  status: Status
  draft: boolean
  createdAt: Date
  /** Two rows where there is width for it, so that the page below is not pushed out of sight. */
  compact?: boolean
  /** A helper sees what was raised, and nothing of what is withdrawn. */
  helps?: HelperRole | null
}

/** Shows the drive's figures on one sheet: its money, which adds up; how far it has come; who came by. */
export function CampaignFigures({ compact, ...props }: FiguresProps) {
  const { t } = useLingui()
  return (
    <section
      aria-label={t`Overview`}
      className={cx(
        'group/sheet grid gap-px overflow-hidden rounded-card border border-line bg-line',
        compact && 'is-compact lg:grid-cols-5 lg:*:contents',
      )}
    >
      <Money {...props} />
      <Course {...props} />
      <Company {...props} />
    </section>
  )
}

function Money({ helps, ...sums }: FiguresProps) {
  if (helps)
    return (
      <dl className="grid bg-card max-sm:py-1.5">
        <Raised {...sums} long={isLong(sums.total)} />
      </dl>
    )
  return <Sums {...sums} />
}

function Sums({ total, recordedShown, recorded, withdrawn, underWay, available, debt }: FiguresProps) {
  const [onItsWay, owed] = [underWay, debt].map((amount) => moneyText(amount))
  const long = isLong(total, withdrawn)
  return (
    <dl className="grid bg-card max-sm:py-1.5 sm:grid-cols-3 sm:gap-px sm:bg-line">
      <Raised {...{ total, recordedShown, recorded, long }} />
      <Sum
        label={<Trans>Total Withdrawn</Trans>}
        amount={withdrawn}
        long={long}
        sign="−"
        hint={underWay > 0 && <Trans>{onItsWay} of it on its way</Trans>}
      />
      <Sum
        label={<Trans>Available</Trans>}
        amount={available}
        long={long}
        sign="="
        hint={
          debt > 0 ? (
            <Trans>{owed} will be recovered from coming donations</Trans>
          ) : (
            recordedShown > 0 && <Trans>without what is recorded</Trans>
          )
        }
      />
    </dl>
  )
}

const isLong = (...sums: number[]) => Math.max(...sums) >= 1_000_000_000_00

function Raised({
  total,
  recordedShown,
  recorded,
  long,
}: Pick<FiguresProps, 'total' | 'recordedShown' | 'recorded'> & { long: boolean }) {
  const [beside, hidden] = [recordedShown, recorded - recordedShown].map((amount) => moneyText(amount))
  return (
    <Sum
      label={<Trans>Total Raised</Trans>}
      amount={total}
      long={long}
      hint={
        recorded > recordedShown ? (
          <Trans>+ {hidden} recorded, hidden from visitors</Trans>
        ) : (
          recorded > 0 && <Trans>{beside} of it recorded</Trans>
        )
      }
    />
  )
}

type SumProps = { label: ReactNode; amount: number; long: boolean; sign?: string; hint?: ReactNode }

/** Shows a line of a sum on a phone, a cell from 640 px up. */
function Sum({ label, amount, long, sign, hint }: SumProps) {
  return (
    <div className={cx(cellClass, 'flex flex-wrap items-baseline justify-between gap-x-4 sm:block')}>
      <dt className={labelClass}>
        {sign && (
          <span aria-hidden="true" className="figures mr-1.5 font-semibold text-accent">
            {sign}
          </span>
        )}
        <span>{label}</span>
      </dt>
      <dd
        className={cx(
          'figures font-bold font-display tracking-tight',
          long
            ? 'text-lg md:group-[.is-compact]/sheet:text-sm'
            : 'text-lg sm:text-2xl md:group-[.is-compact]/sheet:text-base',
          sign === '=' && 'text-brand',
        )}
      >
        {moneyText(amount)}
      </dd>
      {hint && <dd className="figures basis-full text-right text-muted text-xs sm:text-left">{hint}</dd>}
    </div>
  )
}

const cellClass =
  'min-w-0 bg-card px-4 py-1.5 sm:px-5 sm:py-3 md:group-[.is-compact]/sheet:px-3 md:group-[.is-compact]/sheet:py-1.5 lg:group-[.is-compact]/sheet:px-4'

const labelClass = 'text-muted text-sm md:group-[.is-compact]/sheet:text-xs'

function Course({ donors, goal, collects, left, status, draft, createdAt }: FiguresProps) {
  const { i18n } = useLingui()
  const count = useCount()
  const created = dayIn(i18n.locale as Language, createdAt)
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-px sm:grid-cols-2 md:group-[.is-compact]/sheet:grid-cols-[1fr_1.6fr_1fr_1.3fr] lg:grid-cols-4">
      <Tile label={<Trans>Number of Donors</Trans>}>{count(donors)}</Tile>
      <Tile label={<Trans>Target Amount</Trans>}>{collects ? moneyText(goal) : <Trans>No target</Trans>}</Tile>
      <Tile label={<Trans>Days Remaining</Trans>}>
        <Remaining left={left} />
      </Tile>
      <Tile label={<Trans>Status</Trans>} hint={<Trans>Created: {created}</Trans>}>
        <span className="inline-flex items-center gap-2">
          <span aria-hidden="true" className={cx('size-2.5 shrink-0 rounded-badge', dots[status])} />
          {draft ? <Trans>Draft</Trans> : i18n._(statusNames[status])}
        </span>
      </Tile>
    </dl>
  )
}

const dots: Record<Status, string> = { active: 'bg-gain', paused: 'bg-warn', completed: 'bg-info' }

const Remaining = ({ left }: { left: number | null }) =>
  left === null ? <Trans>No end date</Trans> : left < 0 ? <Trans>Ended</Trans> : left

function Company({ comments, visits, views }: FiguresProps) {
  const count = useCount()
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-px sm:grid-cols-3">
      <Tile label={<Trans>Comments</Trans>}>{count(comments)}</Tile>
      <Tile label={<Trans>RSVPs</Trans>}>{count(visits)}</Tile>
      <Tile label={<Trans>Page Views</Trans>}>{count(views)}</Tile>
    </dl>
  )
}

function Tile({ label, hint, children }: { label: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <div className={cellClass}>
      <dt className={labelClass}>{label}</dt>
      <dd className="figures font-bold font-display text-lg leading-snug tracking-tight md:group-[.is-compact]/sheet:text-base">
        {children}
      </dd>
      {hint && <dd className="text-muted text-xs">{hint}</dd>}
    </div>
  )
}
