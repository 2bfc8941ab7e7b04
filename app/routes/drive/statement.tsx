import { Trans, useLingui } from '@lingui/react/macro'
import { capitalised } from '#app/features/drives/drive.ts'
import { sharesOf, statementOf } from '#app/features/ledger/statement.server.ts'
import { boundsOf } from '#app/features/ledger/statement-period.server.ts'
import { queryOf, type Span, spanIn } from '#app/features/ledger/statement-period.ts'
import { StatementSheet } from '#app/features/ledger/statement-sheet.tsx'
import { balanceNow } from '#app/features/ledger/wallet.server.ts'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { DayFields } from '#app/ui/day-fields.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
import { ListFilter } from '#app/ui/list-filter.tsx'
import { PrintBar } from '#app/ui/print-bar.tsx'
import type { Route } from './+types/statement.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

/** A sheet of paper has no menus around it. */
export const handle = { alone: true }

const linesAtOnce = 200

export async function loader({ context, url: { searchParams } }: Route.LoaderArgs) {
  const { id, slug, title, ownerName } = context.get(driveContext)
  const asked = searchParams.get('before') ?? ''
  const before = /^[1-9]\d{0,14}$/.test(asked) ? Number(asked) : undefined
  const span = spanIn(searchParams)
  const bounds = await boundsOf(db, id, span)
  const [{ lines, next }, balance, shares] = await Promise.all([
    statementOf(db, id, { ...bounds, before: Math.min(before ?? bounds.before, bounds.before), limit: linesAtOnce }),
    balanceNow(db, id),
    sharesOf(db, id),
  ])
  const { raised, withdrawn, available, debt } = balance
  return {
    slug,
    title,
    ownerName,
    lines,
    next,
    span,
    at: new Date(),
    sums: { raised, withdrawn, available, debt, ...shares },
  }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { slug, title, ownerName, lines, next, span, at, sums } = loaderData
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Statement`} />
      <StatementSheet
        title={capitalised(title)}
        owner={ownerName}
        {...{ at, sums, lines, span }}
        bar={<Bar slug={slug} span={span} />}
        filter={<Days span={span} />}
        ways={
          <div className="no-print">
            <CursorPages next={next === null ? null : String(next)} param="before" />
          </div>
        }
      />
    </>
  )
}

/** Narrows the lines to some days. */
function Days({ span: { from, to } }: { span: Span }) {
  const { t } = useLingui()
  return (
    <ListFilter label={t`Statement`} keep={[]} narrowed={Boolean(from || to)}>
      <DayFields from={from} to={to} />
    </ListFilter>
  )
}

const Bar = ({ slug, span }: { slug: string; span: Span }) => (
  <PrintBar to={`/fund-drive/${slug}/donations`} back={<Trans>Back to the fund drive</Trans>}>
    <ExportCsv href={`/fund-drive/${slug}/statement.csv${queryOf(span)}`} />
  </PrintBar>
)
