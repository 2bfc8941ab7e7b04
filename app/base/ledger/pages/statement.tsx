import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { type Span, type StatementLine, type StatementSums, spanOfStatement } from '#app/base/ledger/statement.ts'
import { sharesOf, statementList } from '#app/base/ledger/statement-list.server.ts'
import { signed, statementView } from '#app/base/ledger/statement-list.tsx'
import { balanceNow } from '#app/base/ledger/wallet.server.ts'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import { brand } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { dayIn, noonOf } from '#app/kit/time.ts'
import { bookUpTo } from '#app/money/public-book/book.server.ts'
import { type BookUpTo, BookUpToLine } from '#app/money/public-book/up-to.tsx'
import { db } from '#app/platform/db.server.ts'
import { part } from '#app/platform/part.server.ts'
import { CursorPages } from '#app/ui/cursor-pages.tsx'
import { FailedState } from '#app/ui/empty-state.tsx'
import { ListBar } from '#app/ui/list-bar.tsx'
import { ListFile, ListTable } from '#app/ui/list-view.tsx'
import { PrintBar } from '#app/ui/print-bar.tsx'
import type { Route } from './+types/statement.ts'
import '#app/base/ledger/statement.css'

/** The printed page has no menus around it. */
export const handle = { alone: true }

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug, title, ownerName, recordedShown: recorded } = context.get(driveContext)
  const reading = Promise.all([
    statementList.page(db, id, url.searchParams),
    balanceNow(db, id),
    sharesOf(db, id),
    bookUpTo(db, id),
  ]).then(([list, { raised, withdrawn, available, debt }, shares, book]) => ({
    shown: {
      lines: list.rows,
      span: spanOfStatement(list.filter),
      sums: { raised, recorded, withdrawn, available, debt, ...shares },
      book,
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

type SheetProps = {
  title: string
  owner: string
  at: Date
  sums: StatementSums
  lines: StatementLine[]
  /** The fingerprint of the public book, for those who keep the sheet. */
  book: BookUpTo | null
  /** Buttons to print it, to download it and to go back; not printed. */
  bar: ReactNode
  /** The days of the lines. */
  span: Span
  /** The form that chooses the days; not printed. */
  filter: ReactNode
  /** Links to its other pages. */
  ways: ReactNode
}

/** Shows a drive's money in and out, line by line, ready for a committee. */
function StatementSheet({ title, owner, at, sums, lines, book, bar, span, filter, ways }: SheetProps) {
  const { i18n } = useLingui()
  const day = dayIn(i18n.locale as Language, at)
  return (
    <main id="main" tabIndex={-1} className="statement-sheet mx-auto grid max-w-[60rem] gap-6 px-4 py-5 outline-none">
      <div className="no-print flex flex-wrap items-center justify-between gap-3">{bar}</div>
      <header>
        <p className="font-bold font-display text-brand">{brand()}</p>
        <h1 className="wrap-anywhere mt-1 text-3xl">
          <Trans>Statement</Trans>
        </h1>
        <p className="wrap-anywhere mt-1 font-semibold text-lg" dir="auto">
          {title}
        </p>
        <p className="wrap-anywhere text-muted">
          <span dir="auto">{owner}</span> · {day}
        </p>
      </header>
      <Summary sums={sums} />
      <div className="no-print">{filter}</div>
      {(span.from || span.to) && <Days span={span} />}
      <ListTable view={statementView} rows={lines} filter={span} />
      {ways}
      <BookUpToLine book={book} />
    </main>
  )
}

/** Says which days the lines below are of; the sums above are of all days. */
function Days({ span }: { span: Span }) {
  const { i18n } = useLingui()
  const said = (day: string) => dayIn(i18n.locale as Language, noonOf(day))
  const [from, to] = [span.from && said(span.from), span.to && said(span.to)]
  return (
    <p className="font-semibold">
      {from && to ? (
        <Trans>
          Lines from {from} to {to}
        </Trans>
      ) : from ? (
        <Trans>Lines from {from} on</Trans>
      ) : (
        <Trans>Lines up to {to}</Trans>
      )}
    </p>
  )
}

/** Explains how raised, withdrawn, available and the last balance are connected. */
function Summary({ sums: { raised, recorded, reversed, withdrawn, available, debt, share } }: { sums: StatementSums }) {
  const { t } = useLingui()
  const fee = available - share
  return (
    <section aria-label={t`Summary`} className="statement-sums grid gap-3 rounded-card border border-line bg-card p-4">
      <div className="grid gap-x-10 gap-y-1.5 sm:grid-cols-2">
        <dl className="grid content-start gap-1.5">
          <Sum label={<Trans>Total Raised</Trans>} amount={raised + recorded} />
          {recorded > 0 && <Sum label={<Trans>Recorded, did not come through {'{brand}'}</Trans>} amount={-recorded} />}
          <Sum label={<Trans>Total Withdrawn</Trans>} amount={-withdrawn} />
          <Sum label={<Trans>Available</Trans>} amount={available} strong />
        </dl>
        <dl className="grid content-start gap-1.5">
          {debt > 0 ? (
            <Sum label={<Trans>Covered first by coming donations</Trans>} amount={-debt} />
          ) : (
            <Sum label={<Trans>Platform fee, withheld when you withdraw</Trans>} amount={-fee} />
          )}
          <Sum label={<Trans>Your balance after fees</Trans>} amount={share} strong />
          {reversed > 0 && (
            <Sum label={<Trans>Refunded or charged back, no longer in Total Raised</Trans>} amount={reversed} />
          )}
        </dl>
      </div>
      <p className="text-muted text-sm">
        <Trans>
          Raised and available count donations in full. Each line below counts your share of it: the donation less the
          platform fee, which is withheld when you withdraw.
        </Trans>
      </p>
    </section>
  )
}

function Sum({ label, amount, strong }: { label: ReactNode; amount: number; strong?: boolean }) {
  return (
    <div className={`flex flex-wrap justify-between gap-x-4 ${strong ? 'border-line border-t pt-1.5 font-bold' : ''}`}>
      <dt className={strong ? '' : 'text-muted'}>{label}</dt>
      <dd className="figures ml-auto">{signed(amount)}</dd>
    </div>
  )
}
