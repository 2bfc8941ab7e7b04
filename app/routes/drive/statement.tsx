import { Trans, useLingui } from '@lingui/react/macro'
import { sharesOf } from '#app/features/ledger/statement.server.ts'
import { spanOf } from '#app/features/ledger/statement.ts'
import { statementList } from '#app/features/ledger/statement-list.server.ts'
import { statementView } from '#app/features/ledger/statement-list.tsx'
import { StatementSheet } from '#app/features/ledger/statement-sheet.tsx'
import { balanceNow } from '#app/features/ledger/wallet.server.ts'
import { db } from '#app/platform/db.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import { ListFile } from '#app/ui/list-view.tsx'
import { PrintBar } from '#app/ui/print-bar.tsx'
import type { Route } from './+types/statement.ts'
import { driveContext } from './context.ts'
import { PageTitle } from './page-title.tsx'

/** A sheet of paper has no menus around it. */
export const handle = { alone: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, title, ownerName, recordedShown: recorded } = context.get(driveContext)
  const [list, balance, shares] = await Promise.all([
    statementList.page(db, id, url.searchParams),
    balanceNow(db, id),
    sharesOf(db, id),
  ])
  const { raised, withdrawn, available, debt } = balance
  const sums = { raised, recorded, withdrawn, available, debt, ...shares }
  return { slug, title, ownerName, lines: list.rows, next: list.next, span: spanOf(list.filter), at: new Date(), sums }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { slug, title, ownerName, lines, next, span, at, sums } = loaderData
  const { t } = useLingui()
  return (
    <>
      <PageTitle page={t`Statement`} />
      <StatementSheet
        title={title}
        owner={ownerName}
        {...{ at, sums, lines, span }}
        bar={<Bar slug={slug} />}
        filter={<ListBar label={statementView.caption} fields={statementView.fields} filter={span} />}
        ways={
          <div className="no-print">
            <CursorPages next={next} param="after" />
          </div>
        }
      />
    </>
  )
}

const Bar = ({ slug }: { slug: string }) => (
  <PrintBar to={`/fund-drive/${slug}/donations`} back={<Trans>Back to the fund drive</Trans>}>
    <ListFile view={statementView} />
  </PrintBar>
)
