import { Trans, useLingui } from '@lingui/react/macro'
import { Check, CircleHelp, Copy, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { data } from 'react-router'
import { offeredTo } from '#app/group/pledges/count.server.ts'
import { ForPledge } from '#app/group/pledges/for-pledge.tsx'
import { titled } from '#app/kit/brand.ts'
import { helpPage } from '#app/kit/choices.ts'
import type { Language } from '#app/kit/languages.ts'
import { momentIn } from '#app/kit/time.ts'
import { type ClaimedPayment, claimedAt } from '#app/money/mpesa/claim.server.ts'
import { claimedPath, claimHours, claimPath } from '#app/money/mpesa/claim.ts'
import { NameForm } from '#app/money/mpesa/claim-form.tsx'
import { resultOf } from '#app/money/payments/result.server.ts'
import type { PaidResult } from '#app/money/payments/result.ts'
import { ResultCard } from '#app/money/payments/result-card.tsx'
import { useAsking } from '#app/money/payments/use-asking.ts'
import { db } from '#app/platform/db.server.ts'
import { askedContext, namedOrigin } from '#app/platform/request.server.ts'
import { visitorOf } from '#app/platform/visitor.server.ts'
import { NotFound } from '#app/site/not-found.tsx'
import { OwnPages } from '#app/site/own-pages.tsx'
import { Button, LinkButton } from '#app/ui/button.tsx'
import { copyText } from '#app/ui/copy-text.ts'
import type { Route } from './+types/claimed.ts'
import { Thanks } from './thanks.tsx'

const kept = { 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex' }

/** Loads the state of a claim. Once its money is found the page thanks like any other; only its giver's browser sees the receipt. */
export async function loader({ request, params: { token }, context }: Route.LoaderArgs) {
  const asked = context.get(askedContext)
  const [{ address }, origin] = [asked, namedOrigin(asked)]
  const { key, cookie } = visitorOf(request, address)
  const claimed = await claimedAt(db, token, key)
  if (!claimed) return data(null, { status: 404, headers: kept })
  const { reference } = claimed
  const [result, offered] = await Promise.all([
    reference ? resultOf(db, reference, key) : null,
    reference ? offeredTo(db, reference, key) : undefined,
  ])
  const gift = result?.is === 'paid' && result.kind === 'donation' ? result : null
  const headers = cookie ? { ...kept, 'set-cookie': cookie } : kept
  return data({ token, origin, claimed, gift, offered }, { headers })
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export default function ClaimedPage({ loaderData }: Route.ComponentProps) {
  return loaderData ? <Answer {...loaderData} /> : <NotFound />
}

function Answer({ token, origin, claimed, gift, offered }: NonNullable<Route.ComponentProps['loaderData']>) {
  const { t } = useLingui()
  const asking = useAsking(claimed.is === 'looking', token)
  const titles: Record<ClaimedPayment['is'], string> = {
    found: t`Payment Successful!`,
    looking: t`We are looking for your payment`,
    'not found': t`We could not find your payment`,
  }
  return (
    <OwnPages>
      <title>{titled(titles[claimed.is])}</title>
      <meta name="robots" content="noindex" />
      {offered && claimed.reference && <ForPledge reference={claimed.reference} offered={offered} />}
      {gift && <Found claimed={claimed} gift={gift} origin={origin} />}
      {claimed.is === 'looking' && <LookedFor {...{ claimed, origin, token }} isLate={asking.late} />}
      {claimed.is === 'not found' && <NotFoundYet claimed={claimed} />}
    </OwnPages>
  )
}

type FoundProps = { claimed: ClaimedPayment; gift: PaidResult<'donation'>; origin: string }

/** Shows the gift that was found. The browser that has the receipt may add a name. */
const Found = ({ claimed: { slug, code, tail, isNameless }, gift, origin }: FoundProps) => (
  <Thanks result={gift} slug={slug} origin={origin}>
    {isNameless && gift.receipt && gift.reversed === 0 && <NameForm {...{ slug, code, tail }} />}
  </Thanks>
)

type ClaimedProps = { claimed: ClaimedPayment; origin: string; token: string; isLate: boolean }

/** Says that M-Pesa has not shown us the money. For a code of another drive nobody learns whose it is, or whether there is such a code. */
function LookedFor({ claimed, origin, token, isLate }: ClaimedProps) {
  const days = claimHours / 24
  const { number, slug, texted } = claimed
  return (
    <div role="status">
      <ResultCard
        tone="open"
        slug={slug}
        icon={<Search aria-hidden="true" className="size-8" />}
        heading={<Trans>We are looking for your payment</Trans>}
        text={
          <Trans>Once M-Pesa shows it to us, your gift counts, and this page says so. Please don’t pay again.</Trans>
        }
      >
        <Facts claimed={claimed} />
        <div className="mt-5 grid gap-3 text-left">
          <p>
            <Trans>
              We find most payments within minutes, and look for {days} days. Where something does not match, our team
              looks into it.
            </Trans>
          </p>
          <p>
            <Trans>
              You may close this page. Keep its address, or note the reference{' '}
              <span className="whitespace-nowrap">{number}</span>: here you read what we found.
            </Trans>
            {texted && (
              <>
                {' '}
                <Trans>
                  We sent the address to <span className="figures whitespace-nowrap">{texted}</span>.
                </Trans>
              </>
            )}
          </p>
        </div>
        <div className="mt-6 grid w-full gap-3">
          <CopyAddress link={origin + claimedPath(token)} />
          <a href={claimPath(slug)} className="inline-flex min-h-11 items-center justify-center text-center text-link">
            <Trans>Is the code or a digit wrong? Enter it again</Trans>
          </a>
          {isLate && (
            <a href={claimedPath(token)} className="inline-flex min-h-11 items-center justify-center text-link">
              <Trans>Check again</Trans>
            </a>
          )}
          <Back slug={slug} />
        </div>
        <noscript>
          <meta httpEquiv="refresh" content="30" />
        </noscript>
      </ResultCard>
    </div>
  )
}

/** Says what a giver can do when time is up, or a person refused the claim. */
function NotFoundYet({ claimed }: Pick<ClaimedProps, 'claimed'>) {
  const { number, code, slug } = claimed
  return (
    <ResultCard
      tone="warn"
      slug={slug}
      icon={<CircleHelp aria-hidden="true" className="size-9" />}
      heading={<Trans>We could not find your payment</Trans>}
      text={<Trans>M-Pesa has shown us no payment to this fundraiser with this code and these digits.</Trans>}
    >
      <Facts claimed={claimed} />
      <ol className="mt-5 grid list-decimal gap-2 pl-5 text-left">
        <li>
          <Trans>Compare {code} with the beginning of M-Pesa’s message. If it differs, enter it again.</Trans>
        </li>
        <li>
          <Trans>Compare the digits with the number that paid. It may be another phone of your family.</Trans>
        </li>
        <li>
          <Trans>Look whether M-Pesa returned the money. Then you have a message about that, too.</Trans>
        </li>
        <li>
          <Trans>
            If all of it is right, write to us and name {code} and <span className="whitespace-nowrap">{number}</span>.
            A payment that reached us is not lost.
          </Trans>
        </li>
      </ol>
      <div className="mt-6 grid w-full gap-3">
        <LinkButton to={claimPath(slug)} size="large" wide>
          <Trans>Enter the code again</Trans>
        </LinkButton>
        <LinkButton to={helpPage} variant="secondary" wide>
          <Trans>Write to us</Trans>
        </LinkButton>
        <Back slug={slug} />
      </div>
    </ResultCard>
  )
}

function Facts({ claimed: { title, code, tail, number, at } }: Pick<ClaimedProps, 'claimed'>) {
  const { i18n } = useLingui()
  return (
    <>
      <p className="mt-3 font-semibold wrap-anywhere" dir="auto">
        {title}
      </p>
      <dl className="mt-5 grid w-full gap-1 rounded-control bg-well px-4 py-3 text-left">
        <Fact name={<Trans>M-Pesa code</Trans>}>{code}</Fact>
        <Fact name={<Trans>Phone that paid</Trans>}>… {tail}</Fact>
        <Fact name={<Trans>Reference</Trans>}>{number}</Fact>
        <Fact name={<Trans>Asked</Trans>}>{momentIn(i18n.locale as Language, at)}</Fact>
      </dl>
    </>
  )
}

const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <div className="flex flex-wrap justify-between gap-x-4">
    <dt className="text-muted">{name}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)

const Back = ({ slug }: { slug: string }) => (
  <a href={`/fundraiser/${slug}`} className="inline-flex min-h-11 items-center justify-center text-link">
    <Trans>Back to the fundraiser</Trans>
  </a>
)

function CopyAddress({ link }: { link: string }) {
  const { t } = useLingui()
  const [copied, setCopied] = useState(false)
  return (
    <Button
      type="button"
      variant="secondary"
      wide
      className="needs-script"
      onClick={async () => setCopied(await copyText(link))}
      icon={copied ? <Check aria-hidden="true" className="size-5" /> : <Copy aria-hidden="true" className="size-5" />}
    >
      {copied ? t`Copied!` : t`Copy the address of this page`}
    </Button>
  )
}
