import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { data, Form, Link } from 'react-router'
import { signed } from '#app/base/ledger/statement-list.tsx'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, dayIn, noonOf } from '#app/kit/time.ts'
import { bookOf, linesOf, linesOfPage, linesWithCode, openLines } from '#app/money/public-book/book.server.ts'
import {
  type BookLine,
  bookHeads,
  bookKindWords,
  fingerprintText,
  refText,
  typedRef,
} from '#app/money/public-book/book.ts'
import { db } from '#app/platform/db.server.ts'
import { OwnPages, PageHead } from '#app/site/own-pages.tsx'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Input } from '#app/ui/field.tsx'
import { type Column, Table } from '#app/ui/table.tsx'
import type { Route } from './+types/book.ts'

export async function loader({ params, url }: Route.LoaderArgs) {
  const book = await bookOf(db, params.slug)
  if (!book) throw data(null, { status: 404 })
  const pages = Math.max(1, Math.ceil(book.n / linesOfPage))
  const asked = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,5}$/.test(asked) ? Math.min(Number(asked), pages) : 1
  const code = (url.searchParams.get('code') ?? '').trim().slice(0, 100)
  const [lines, open, closed] = await Promise.all([
    linesOf(db, book, page),
    openLines(db, book.id),
    code ? linesWithCode(db, book.id, code) : [],
  ])
  const { id: _, ...shown } = book
  const mine = [...closed, ...(code ? open.lines.filter(({ ref }) => ref === typedRef(code)) : [])]
  return { book: shown, lines, open, page, pages, code, mine }
}

type Loaded = Route.ComponentProps['loaderData']

/** Shows every movement of a drive's money to everybody: no names, each line with the total after it. */
export default function PublicBook({ loaderData }: Route.ComponentProps) {
  const { book, lines, open, page, pages, code, mine } = loaderData
  const { t } = useLingui()
  return (
    <OwnPages>
      <title>{titled(t`The book`)}</title>
      <meta name="robots" content="noindex" />
      <Link
        to={`/fundraiser/${book.slug}`}
        className="mb-3 inline-flex min-h-11 items-center gap-1.5 text-muted hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
        <Trans>Back to the fundraiser</Trans>
      </Link>
      <PageHead
        title={<Trans>The book</Trans>}
        text={book.isStopped ? <Trans>A fundraiser that we stopped</Trans> : <bdi>{book.title}</bdi>}
      />
      <div className="grid gap-6">
        <Sums book={book} open={open} />
        <FindGift code={code} mine={mine} />
        {page === 1 && <OpenLines open={open} />}
        <ClosedLines {...{ lines, page, pages }} />
        <Files slug={book.slug} />
        <Link to={`/fundraiser/${book.slug}/account`} className="no-print inline-flex min-h-11 items-center text-link">
          <Trans>See the account</Trans>
        </Link>
      </div>
    </OwnPages>
  )
}

/** The book in one sentence, and what to compare. */
function Sums({ book, open }: Pick<Loaded, 'book' | 'open'>) {
  const { i18n } = useLingui()
  const language = i18n.locale as Language
  const cameIn = book.cameIn + open.cameIn
  const left = book.balance + open.sum
  const out = moneyText(cameIn - left)
  return (
    <Card>
      <p className="font-semibold text-lg">
        <Plural value={book.n + open.many} one="# line." other="# lines." />{' '}
        <Trans>
          {moneyText(cameIn)} in, {out} out, {signed(left)} left.
        </Trans>
      </p>
      {book.day && (
        <p className="mt-3">
          <Trans>
            Fingerprint of {dayIn(language, noonOf(book.day))}:{' '}
            <span className="figures whitespace-nowrap font-semibold">{fingerprintText(book.hash)}</span>. Compare it
            with an older receipt.
          </Trans>
        </p>
      )}
      <p className="mt-3 text-muted text-sm">
        <Trans>
          The book has only money that passed through {'{brand}'}, and no names. Each day is closed after midnight.
          Nothing is changed in it later: a refund gets a line of its own.
        </Trans>
        {book.enteredOn && (
          <>
            {' '}
            <Trans>The lines before {dayIn(language, noonOf(book.enteredOn))} were entered on that day.</Trans>
          </>
        )}
      </p>
    </Card>
  )
}

/** Finds a gift by the code that only its receipt has. */
function FindGift({ code, mine }: Pick<Loaded, 'code' | 'mine'>) {
  const { t } = useLingui()
  return (
    <Card>
      <Form method="get" className="grid gap-2">
        <label htmlFor="code" className="font-semibold">
          <Trans>Find my gift: code from your receipt</Trans>
        </label>
        <div className="flex flex-wrap gap-3">
          <Input id="code" name="code" defaultValue={code} maxLength={40} autoComplete="off" className="max-w-56" />
          <Button variant="secondary">{t`Find`}</Button>
        </div>
      </Form>
      {code && (
        <div className="mt-4" role="status">
          {mine.length === 0 ? (
            <p>
              <Trans>No line has this code. Please compare it with your receipt.</Trans>
            </p>
          ) : (
            <Lines lines={mine} caption={t`Lines with this code`} />
          )}
        </div>
      )}
    </Card>
  )
}

function OpenLines({ open }: Pick<Loaded, 'open'>) {
  const { t } = useLingui()
  if (open.many === 0) return null
  const more = open.many - open.lines.length
  return (
    <section className="grid gap-3" aria-labelledby="open-lines">
      <h2 id="open-lines" className="text-xl">
        <Trans>Not closed yet</Trans>
      </h2>
      <Lines lines={open.lines} caption={t`Not closed yet`} />
      {more > 0 && (
        <p className="text-muted">
          <Plural value={more} one="And # earlier line." other="And # earlier lines." />
        </p>
      )}
    </section>
  )
}

function ClosedLines({ lines, page, pages }: Pick<Loaded, 'lines' | 'page' | 'pages'>) {
  const { t } = useLingui()
  return (
    <section className="grid gap-3" aria-labelledby="closed-lines">
      <h2 id="closed-lines" className="text-xl">
        <Trans>Closed days</Trans>
      </h2>
      <Lines lines={lines} caption={t`Closed days`} page={page} pages={pages} />
    </section>
  )
}

type LinesProps = { lines: BookLine[]; caption: string; page?: number; pages?: number }

function Lines({ lines, caption, page = 1, pages = 1 }: LinesProps) {
  const { i18n } = useLingui()
  const language = i18n.locale as Language
  const head = (key: keyof BookLine) => i18n._(bookHeads[key])
  const columns: Column<BookLine>[] = [
    {
      key: 'kind',
      head: head('kind'),
      lead: true,
      cell: ({ kind, fee }) => (
        <>
          {i18n._(bookKindWords[kind])}
          {fee !== 0 && (
            <span className="block font-normal text-muted text-sm">
              <Trans>
                {moneyText(Math.abs(fee))} of it is {'{brand}'}’s fee
              </Trans>
            </span>
          )}
        </>
      ),
    },
    { key: 'n', head: head('n'), cell: ({ n }) => n ?? '–' },
    { key: 'day', head: head('day'), cell: ({ day }) => briefDayIn(language, noonOf(day)) },
    { key: 'ref', head: head('ref'), cell: ({ ref }) => <span className="figures">{refText(ref)}</span> },
    { key: 'amount', head: head('amount'), align: 'right', cell: ({ amount }) => signed(amount) },
    {
      key: 'balance',
      head: head('balance'),
      align: 'right',
      cell: ({ balance }) => (balance === null ? '–' : signed(balance)),
    },
  ]
  return (
    <Table
      {...{ caption, columns, page, pages }}
      rows={lines}
      rowKey={({ n, ref, amount, kind }) => (n === null ? `${ref} ${kind} ${amount}` : String(n))}
      dense
      empty={
        <Card>
          <p className="text-muted">
            <Trans>No day is closed yet.</Trans>
          </p>
        </Card>
      }
    />
  )
}

/** The book for other programs, and the program that checks it. */
function Files({ slug }: { slug: string }) {
  const json = `/fundraiser/${slug}/book.json`
  return (
    <section className="grid gap-2 text-sm" aria-labelledby="book-files">
      <h2 id="book-files" className="text-xl">
        <Trans>Check it yourself</Trans>
      </h2>
      <p className="text-muted">
        <Trans>
          Anybody can compute the fingerprints: download the book and the small program, and run the line below. It
          needs Node and nothing of ours.
        </Trans>
      </p>
      <p className="flex flex-wrap gap-x-6">
        <a href={`/fundraiser/${slug}/book.csv`} download className="inline-flex min-h-11 items-center">
          <Trans>Download as a table</Trans>
        </a>
        <a href={json} download className="inline-flex min-h-11 items-center">
          <Trans>Download for the program</Trans>
        </a>
        <a href="/check-book.mjs" download className="inline-flex min-h-11 items-center">
          <Trans>Download the program</Trans>
        </a>
      </p>
      <p className="wrap-anywhere font-mono">node check-book.mjs book.json</p>
    </section>
  )
}
