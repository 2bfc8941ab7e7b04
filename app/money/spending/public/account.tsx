import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, Link } from 'react-router'
import { signed } from '#app/base/ledger/statement-list.tsx'
import type { AccountLine } from '#app/drives/public-page/hero.tsx'
import { titled } from '#app/kit/brand.ts'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, momentIn, noonOf } from '#app/kit/time.ts'
import { channelWords } from '#app/money/donations/channel.ts'
import { changeStates, changeWords } from '#app/money/payouts/change.ts'
import { signersLine } from '#app/money/payouts/signatures.server.ts'
import { bookUpTo } from '#app/money/public-book/book.server.ts'
import { BookUpToLine } from '#app/money/public-book/up-to.tsx'
import {
  accountOfDrive,
  accountPage,
  accountSums,
  accountWithdrawal,
  changesSeen,
} from '#app/money/spending/account.server.ts'
import {
  type AccountSums,
  type AccountWithdrawal,
  type PublicChange,
  payeeIn,
  restOfDrive,
} from '#app/money/spending/account.ts'
import { planOfDrive } from '#app/money/spending/plan.server.ts'
import { NamedLine, PlanList } from '#app/money/spending/plan-list.tsx'
import { ReceiptsList } from '#app/money/spending/receipts-list.tsx'
import { notShown, type PlanLine } from '#app/money/spending/spending.ts'
import { db } from '#app/platform/db.server.ts'
import { languageContext } from '#app/platform/request.server.ts'
import { OwnPages, PageHead } from '#app/site/own-pages.tsx'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/account.ts'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const account = await accountOfDrive(db, params.slug)
  if (!account) throw data(null, { status: 404 })
  const { id, ...shown } = account
  const of = /^[Ww]?(\d{1,15})$/.exec(url.searchParams.get('withdrawal') ?? '')?.[1]
  const asked = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1
  const language = context.get(languageContext)
  const [sums, plan, book, signers, changes, one, several] = await Promise.all([
    accountSums(db, id),
    planOfDrive(db, id),
    bookUpTo(db, id),
    signersLine(db, id, language),
    changesSeen(db, id),
    of ? accountWithdrawal(db, id, Number(of)) : undefined,
    accountPage(db, id, page),
  ])
  return {
    account: shown,
    sums,
    plan,
    book,
    signers,
    changes,
    page,
    isOne: one !== undefined,
    ...(one ? { withdrawals: [one], more: false } : several),
  }
}

/** Shows everybody what was given, what was sent, and what it bought. */
export default function PublicAccount({ loaderData }: Route.ComponentProps) {
  const { account, sums, plan, book, signers, changes, withdrawals, page, more, isOne } = loaderData
  const { t } = useLingui()
  const here = `/fundraiser/${account.slug}/account`
  return (
    <OwnPages>
      <title>{titled(account.isFinal ? t`Final account` : t`The account`)}</title>
      <meta name="robots" content="noindex" />
      <Link
        to={isOne ? here : `/fundraiser/${account.slug}`}
        className="no-print mb-3 inline-flex min-h-11 items-center gap-1.5 text-muted hover:text-ink"
      >
        <ArrowLeft size={18} aria-hidden />
        {isOne ? <Trans>The whole account</Trans> : <Trans>Back to the fundraiser</Trans>}
      </Link>
      <PageHead
        title={account.isFinal ? <Trans>Final account</Trans> : <Trans>The account</Trans>}
        text={account.isStopped ? <Trans>A fundraiser that we stopped</Trans> : <bdi>{account.title}</bdi>}
      />
      <div className="grid gap-6">
        {!isOne && <Sums sums={sums} />}
        {!isOne && <WhoMustAgree signers={signers} changes={changes} />}
        {!isOne && plan.length > 0 && <Plan plan={plan} sent={sums.sent} />}
        <section className="grid gap-4" aria-labelledby="account-withdrawals">
          <h2 id="account-withdrawals" className="text-xl">
            <Trans>Withdrawals</Trans>
          </h2>
          {withdrawals.length === 0 && (
            <p className="text-muted">
              <Trans>Nothing was sent yet.</Trans>
            </p>
          )}
          {withdrawals.map((one) => (
            <OneWithdrawal key={one.id} here={here} withdrawal={one} isNoted={isOne || !signers} />
          ))}
          <Pages {...{ here, page, more }} />
        </section>
        <BookUpToLine book={book} />
        {!isOne && <Files slug={account.slug} />}
      </div>
    </OwnPages>
  )
}

/** The money in, the money out, and the rest. */
function Sums({ sums }: { sums: AccountSums }) {
  const { i18n } = useLingui()
  const { ways, back, forgiven, beside, sent, payees, fee, setAside, shown } = sums
  const rest = restOfDrive(sums)
  return (
    <Card>
      <Part title={<Trans>Money in</Trans>}>
        {ways.map(({ way, gifts, sum }) => (
          <Sum
            key={way}
            label={
              <>
                {i18n._(channelWords[way])}{' '}
                <span className="text-muted">
                  (<Plural value={gifts} one="# gift" other="# gifts" />)
                </span>
              </>
            }
            amount={sum}
          />
        ))}
        {ways.length === 0 && <Sum label={<Trans>Gifts</Trans>} amount={0} />}
        {back > 0 && <Sum label={<Trans>Refunded</Trans>} amount={-back} />}
        {forgiven > 0 && <Sum label={<Trans>Debt forgiven</Trans>} amount={forgiven} />}
      </Part>
      <Part title={<Trans>Sent</Trans>}>
        {sent === 0 && <Sum label={<Trans>Withdrawals</Trans>} amount={0} />}
        {payees.map(({ payee, sum }) => (
          <Sum key={payeeIn(i18n, payee)} label={payeeIn(i18n, payee)} amount={-sum} />
        ))}
        {fee > 0 && <Sum label={<Trans>{'{brand}'}’s fee</Trans>} amount={-fee} />}
        {setAside > 0 && <Sum label={<Trans>Set aside for withdrawals</Trans>} amount={-setAside} />}
      </Part>
      <dl className="mt-4 border-line border-t pt-2">
        {rest < 0 ? (
          <Sum label={<Trans>Refunded beyond what was there</Trans>} amount={rest} strong />
        ) : (
          <Sum label={<Trans>Still there</Trans>} amount={rest} strong />
        )}
      </dl>
      {sent > 0 && (
        <p className="mt-3">
          <Trans>
            {moneyText(sent)} sent, {moneyText(shown)} shown by receipts.
          </Trans>
        </p>
      )}
      {beside > 0 && (
        <p className="mt-3 text-muted">
          <Trans>
            Cash and other gifts not through {'{brand}'}: {moneyText(beside)}. They are in no sum above.
          </Trans>
        </p>
      )}
    </Card>
  )
}

type AgreeProps = { signers: AccountLine | null; changes: PublicChange[] }

/** How many treasurers must agree, those who want to be named, and what is about to change of it. */
function WhoMustAgree({ signers, changes }: AgreeProps) {
  const { t, i18n } = useLingui()
  if (!signers && changes.length === 0) return null
  return (
    <Card level={2} id="agree" title={<Trans>Who must agree</Trans>}>
      {signers && (
        <p className="wrap-anywhere">
          {signers.text} <b dir="auto">{signers.typed}</b>
        </p>
      )}
      {changes.length > 0 && (
        <ul className="mt-3 grid gap-2">
          {changes.map(({ id, from, name, ...facts }) => (
            <li key={id}>
              <p className="wrap-anywhere" dir="auto">
                {i18n._(
                  changeWords(
                    { ...facts, from, name: name ?? t`A treasurer`, owner: t`The organiser` },
                    momentIn(i18n.locale as Language, from),
                  ),
                )}
              </p>
              <p className="text-muted text-sm">{i18n._(changeStates[facts.state])}</p>
            </li>
          ))}
        </ul>
      )}
      {signers && (
        <p className="mt-3 text-muted text-sm">
          <Trans>{'{brand}'} has not checked that these are different people.</Trans>
        </p>
      )}
    </Card>
  )
}

/** The plan by its lines, and what was sent without naming one: together, all that was sent. */
function Plan({ plan, sent }: { plan: PlanLine[]; sent: number }) {
  const without = plan.reduce((rest, line) => rest - line.sent, sent)
  return (
    <Card level={2} title={<Trans>Plan</Trans>}>
      <PlanList lines={plan} />
      {without > 0 && (
        <p className="mt-3 text-muted">
          <Trans>{moneyText(without)} was sent for no line of the plan.</Trans>
        </p>
      )}
    </Card>
  )
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <section className="mt-4 first:mt-0">
    <h2 className="text-xl">{title}</h2>
    <dl className="mt-1">{children}</dl>
  </section>
)

const Sum = ({ label, amount, strong }: { label: ReactNode; amount: number; strong?: boolean }) => (
  <div className={`flex items-baseline justify-between gap-x-4 py-1 ${strong ? 'font-bold text-lg' : ''}`}>
    <dt className="wrap-anywhere min-w-0">{label}</dt>
    <dd className="figures whitespace-nowrap">{signed(amount)}</dd>
  </div>
)

/** `isNoted`: nothing above says that treasurers may be the same person. */
type WithdrawalProps = { here: string; withdrawal: AccountWithdrawal; isNoted: boolean }

/** A withdrawal from the day on which it was asked for to its receipts. */
function OneWithdrawal({ here, withdrawal, isNoted }: WithdrawalProps) {
  const { id, purpose, line, sent, agreed, receipts, shownReceipts } = withdrawal
  return (
    <Card
      level={3}
      id={`w${id}`}
      title={<bdi className="wrap-anywhere">{purpose || <Trans>Withdrawal W{id}</Trans>}</bdi>}
    >
      {line !== null && <NamedLine line={line} />}
      <Story withdrawal={withdrawal} />
      {isNoted && agreed.length > 0 && (
        <p className="mt-2 text-muted text-sm">
          <Trans>{'{brand}'} has not checked that these are different people.</Trans>
        </p>
      )}
      {shownReceipts.length > 0 && (
        <div className="mt-3">
          <ReceiptsList receipts={shownReceipts} />
        </div>
      )}
      {receipts > shownReceipts.length && (
        <p>
          <Link to={`${here}?withdrawal=W${id}`} className="inline-flex min-h-11 items-center text-link">
            <Plural value={receipts} one="# receipt" other="All # receipts" />
          </Link>
        </p>
      )}
      {sent > 0 && <Shown withdrawal={withdrawal} />}
    </Card>
  )
}

/** The steps of a withdrawal, each with its day. */
function Story({ withdrawal }: Pick<WithdrawalProps, 'withdrawal'>) {
  const { t, i18n } = useLingui()
  const dayOf = (on: string) => briefDayIn(i18n.locale as Language, noonOf(on))
  const { askedOn, sent, sentOn, setAside, isReturned, payee, agreed } = withdrawal
  return (
    <ol className="grid gap-1">
      <li>
        <Trans>Asked on {dayOf(askedOn)}</Trans>
      </li>
      {agreed.map(({ name, day }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a treasurer who is not named has only this place, and none moves
        <li key={at} className="wrap-anywhere" dir="auto">
          {name === null ? t`A treasurer agreed on ${dayOf(day)}` : t`${name} agreed on ${dayOf(day)}`}
        </li>
      ))}
      {setAside > 0 && (
        <li>
          <Trans>{moneyText(setAside)} is set aside and not sent yet</Trans>
        </li>
      )}
      {sentOn && (
        <li>
          <Trans>
            {moneyText(sent)} sent on {dayOf(sentOn)}
          </Trans>
          {': '}
          <bdi>{payeeIn(i18n, payee)}</bdi>
        </li>
      )}
      {isReturned && (
        <li>
          <Trans>The money was returned.</Trans>
        </li>
      )}
    </ol>
  )
}

/** The part of what was sent that receipts show, and since when the rest is missing. */
function Shown({ withdrawal }: Pick<WithdrawalProps, 'withdrawal'>) {
  const { sent, shown, days } = withdrawal
  const rest = notShown(withdrawal)
  return (
    <p className="mt-3 font-semibold">
      {rest === 0 ? (
        <Trans>All of it is shown by receipts.</Trans>
      ) : (
        <>
          <Trans>
            {moneyText(Math.min(shown, sent))} of {moneyText(sent)} shown
          </Trans>
          {'. '}
          <Trans>{moneyText(rest)} not shown yet</Trans> (<Plural value={days} one="# day" other="# days" />)
        </>
      )}
    </p>
  )
}

function Pages({ here, page, more }: { here: string; page: number; more: boolean }) {
  if (page === 1 && !more) return null
  const link = 'inline-flex min-h-11 items-center text-link'
  return (
    <p className="no-print flex flex-wrap gap-x-6">
      {page > 1 && (
        <Link to={page === 2 ? here : `${here}?page=${page - 1}`} className={link}>
          <Trans>Newer</Trans>
        </Link>
      )}
      {more && (
        <Link to={`${here}?page=${page + 1}`} className={link}>
          <Trans>Older</Trans>
        </Link>
      )}
    </p>
  )
}

/** The ways to the file and to the book, which has every movement. */
const Files = ({ slug }: { slug: string }) => (
  <p className="no-print flex flex-wrap gap-x-6">
    <a href={`/fundraiser/${slug}/account.csv`} download className="inline-flex min-h-11 items-center">
      <Trans>Download as a table</Trans>
    </a>
    <Link to={`/fundraiser/${slug}/book`} className="inline-flex min-h-11 items-center">
      <Trans>The book: every movement, without names</Trans>
    </Link>
  </p>
)
