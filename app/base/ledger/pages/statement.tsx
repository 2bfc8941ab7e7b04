import { Trans, useLingui } from '@lingui/react/macro'
import { spanOfStatement } from '#app/base/ledger/statement.ts'
import { sharesOf, statementList } from '#app/base/ledger/statement-list.server.ts'
import { statementView } from '#app/base/ledger/statement-list.tsx'
import { StatementSheet } from '#app/base/ledger/statement-sheet.tsx'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { driveContext } from '#app/drives/drive/pages/context.ts'
import { DriveTitle } from '#app/drives/drive/pages/page-title.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import { ListFile } from '#app/ui/list-view.tsx'
import { PrintBar } from '#app/ui/print-bar.tsx'
import type { Route } from './+types/statement.ts'

/** The printed page has no menus around it. */
export const handle = { alone: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, title, ownerName, recordedShown: recorded } = context.get(driveContext)
  const reading = Promise.all([
    statementList.page(db, id, url.searchParams),
    balanceNow(db, id),
    sharesOf(db, id),
  ]).then(([list, { raised, withdrawn, available, debt }, shares]) => ({
    shown: {
      lines: list.rows,
      span: spanOfStatement(list.filter),
      sums: { raised, recorded, withdrawn, available, debt, ...shares },
    },
    next: list.next,
  }))
  // Lines and sums fail together: half of a sheet would be taken for all.
  return { slug, title, ownerName, at: new Date(), sheet: await part(context, reading) }
}

export default function Statement({ loaderData }: Route.ComponentProps) {
  const { slug, title, ownerName, at, sheet } = loaderData
  const { t } = useLingui()
  return (
    <>
      <DriveTitle page={t`Statement`} />
      {sheet === 'failed' ? (
        <main id="main" tabIndex={-1} className="mx-auto grid max-w-[60rem] gap-6 px-4 py-5 outline-none">
          <div className="flex flex-wrap items-center justify-between gap-3">
            <Bar slug={slug} />
          </div>
          <h1 className="text-3xl">
            <Trans>Statement</Trans>
          </h1>
          <FailedState />
        </main>
      ) : (
        <StatementSheet
          title={title}
          owner={ownerName}
          at={at}
          {...sheet.shown}
          bar={<Bar slug={slug} />}
          filter={<ListBar label={statementView.caption} fields={statementView.fields} filter={sheet.shown.span} />}
          ways={
            <div className="no-print">
              <CursorPages next={sheet.next} param="after" />
            </div>
          }
        />
      )}
    </>
  )
}

const Bar = ({ slug }: { slug: string }) => (
  <PrintBar to={`/fund-drive/${slug}/donations`} back={<Trans>Back to the fund drive</Trans>}>
    <ListFile view={statementView} />
  </PrintBar>
)
