import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router'
import { DriveTitle, driveContext } from '#app/drives/drive/pages/context.tsx'
import type { Language } from '#app/kit/languages.ts'
import { moneyText } from '#app/kit/money.ts'
import { briefDayIn, noonOf } from '#app/kit/time.ts'
import { spentSums, withdrawalsOf } from '#app/money/spending/receipts.server.ts'
import { notShown, type SpentWithdrawal, sentAndShown, toAccount } from '#app/money/spending/spending.ts'
import { db } from '#app/platform/db.server.ts'
import { Card } from '#app/ui/card.tsx'
import type { Route } from './+types/money.ts'

/** The most withdrawals on a page. */
const ofPage = 20

export async function loader({ context, url }: Route.LoaderArgs) {
  const { id, slug } = context.get(driveContext)
  const asked = url.searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1
  const [sums, found] = await Promise.all([
    spentSums(db, id),
    withdrawalsOf(db, id, { limit: ofPage + 1, offset: (page - 1) * ofPage }),
  ])
  return { slug, sums, page, withdrawals: found.slice(0, ofPage), more: found.length > ofPage }
}

/** Shows the owner and treasurers what each withdrawal bought, as far as receipts show it. */
export default function Money({ loaderData }: Route.ComponentProps) {
  const { slug, sums, withdrawals, page, more } = loaderData
  const { t, i18n } = useLingui()
  const base = `/fund-drive/${slug}/money`
  const link = 'inline-flex min-h-11 items-center text-link'
  return (
    <section className="grid max-w-3xl gap-5 *:min-w-0" aria-labelledby="money-title">
      <DriveTitle page={t`What it bought`} />
      <div>
        <h2 id="money-title" className="text-2xl">
          <Trans>What it bought</Trans>
        </h2>
        <p className="mt-1 text-muted">
          <Trans>Show what each withdrawal was spent on. Everyone can read it in the account.</Trans>
        </p>
      </div>
      {sums.sent > 0 && (
        <p className="wrap-anywhere">
          {i18n._(sentAndShown(sums))}{' '}
          <Link to={`/fundraiser/${slug}/account`} className={link}>
            {i18n._(toAccount)}
          </Link>
        </p>
      )}
      <Card level={3} title={<Trans>Withdrawals</Trans>}>
        {withdrawals.length === 0 ? (
          <p className="text-muted">
            <Trans>Nothing was withdrawn yet. Receipts can be added once a withdrawal was sent.</Trans>
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {withdrawals.map((one) => (
              <OneWithdrawal key={one.id} base={base} withdrawal={one} />
            ))}
          </ul>
        )}
        {(page > 1 || more) && (
          <p className="mt-3 flex flex-wrap gap-x-6">
            {page > 1 && (
              <Link to={page === 2 ? base : `${base}?page=${page - 1}`} className={link}>
                <Trans>Newer</Trans>
              </Link>
            )}
            {more && (
              <Link to={`${base}?page=${page + 1}`} className={link}>
                <Trans>Older</Trans>
              </Link>
            )}
          </p>
        )}
      </Card>
    </section>
  )
}

function OneWithdrawal({ base, withdrawal }: { base: string; withdrawal: SpentWithdrawal }) {
  const { i18n } = useLingui()
  const { id, purpose, sent, sentOn, setAside, shown, isReturned } = withdrawal
  const day = briefDayIn(i18n.locale as Language, noonOf(sentOn ?? withdrawal.askedOn))
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="wrap-anywhere font-semibold" dir="auto">
          {purpose || <Trans>Withdrawal W{id}</Trans>}
        </span>
        <span className="figures text-muted">{day}</span>
      </p>
      {sent > 0 && (
        <>
          <p>
            <Trans>
              {moneyText(shown)} of {moneyText(sent)} shown
            </Trans>
          </p>
          <p>
            <Link to={`${base}/${id}`} className="inline-flex min-h-11 items-center text-link">
              {notShown(withdrawal) > 0 ? <Trans>Add receipts</Trans> : <Trans>See the receipts</Trans>}
            </Link>
          </p>
        </>
      )}
      {setAside > 0 && (
        <p className="text-muted">
          <Trans>{moneyText(setAside)} is on its way. Receipts can be added once it was sent.</Trans>
        </p>
      )}
      {isReturned && (
        <p className="text-muted">
          <Trans>The money was returned.</Trans>{' '}
          {sent === 0 && shown > 0 && (
            <Link to={`${base}/${id}`} className="inline-flex min-h-11 items-center text-link">
              <Trans>See the receipts</Trans>
            </Link>
          )}
        </p>
      )}
    </li>
  )
}
