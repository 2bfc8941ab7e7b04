import { Trans, useLingui } from '@lingui/react/macro'
import { capitalised } from '#app/features/drives/drive.ts'
import { sharesOf, statementOf } from '#app/features/ledger/statement.server.ts'
import { StatementSheet } from '#app/features/ledger/statement-sheet.tsx'
import { balanceNow } from '#app/features/payouts/request.server.ts'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ExportCsv } from '#app/ui/export-csv.tsx'
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
  const [{ lines, next }, balance, shares] = await Promise.all([
    statementOf(db, id, { before, limit: linesAtOnce }),
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
    at: new Date(),
    sums: { raised, withdrawn, available, debt, ...shares },
  }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { slug, title, ownerName, lines, next, at, sums } = loaderData
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Statement`} />
      <StatementSheet
        title={capitalised(title)}
        owner={ownerName}
        {...{ at, sums, lines }}
        bar={<Bar slug={slug} />}
        ways={
          <div className="no-print">
            <CursorPages next={next === null ? null : String(next)} param="before" />
          </div>
        }
      />
    </>
  )
}

const Bar = ({ slug }: { slug: string }) => (
  <PrintBar to={`/fund-drive/${slug}/donations`} back={<Trans>Back to the fund drive</Trans>}>
    <ExportCsv href={`/fund-drive/${slug}/statement.csv`} />
  </PrintBar>
)
