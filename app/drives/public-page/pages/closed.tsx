import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { ShownDrive } from '#app/drives/drive/drive.server.ts'
import { ProgressCard } from '#app/drives/public-page/progress-card.tsx'
import { type Paused, pausedSince, restrictedToo, shutWords } from '#app/drives/public-page/shut.ts'
import { titled } from '#app/kit/brand.ts'
import { moneyText } from '#app/kit/money.ts'
import { ClaimLink } from '#app/money/mpesa/claim-link.tsx'
import { aside, heading, LooseThread, onward, Shell, sentence } from '#app/site/shell.tsx'
import { StaticPage } from '#app/site/static-page.tsx'
import { buttonClass, LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
import { Notice } from '#app/ui/notice.tsx'
import { Picture } from '#app/ui/picture.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useLive } from '#app/ui/use-live.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

type NotFoundProps = { slug: string; paused: Paused | null; byHand: 'paybill' | 'till' | null }

/** 404: there is no such drive, or visitors can't see it. Of a paused one they learn that what they gave is safe. */
export function NotFoundHere({ slug, paused, byHand }: NotFoundProps) {
  const { t, i18n } = useLingui()
  return (
    <Shell>
      <title>{titled(t`Fundraiser Not Found`)}</title>
      <meta name="robots" content="noindex" />
      {paused && <PausedFace paused={paused} />}
      <LooseThread number="404" />
      <h1 className={heading}>{i18n._(shutWords.missing.title)}</h1>
      <p className={sentence}>{i18n._(shutWords.missing.text)}</p>
      {paused && byHand && <ClaimLink slug={slug} kind={byHand} />}
      <StaticPage />
      <a href="/" className={onward}>
        <Trans>Return to Home</Trans>
      </a>
    </Shell>
  )
}

type RestrictedProps = { drive: ShownDrive; today: string; link: string }

/**
 * 403: the drive has no views left. Its story, pictures and comments are locked; what is needed to give is not. The page
 * opens when its owner has bought some.
 */
export function Restricted({ drive, today, link }: RestrictedProps) {
  const { t, i18n } = useLingui()
  useLive([`drive:${drive.id}`])
  const { raised, recordedShown: recorded, pledged, donors, goal, endDate, slug, title, collects } = drive
  return (
    <Shell>
      <title>{titled(t`Access Restricted`)}</title>
      <meta name="robots" content="noindex" />
      <div
        data-part="closed"
        className="grid w-full items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]"
      >
        <div>
          <h1 className={heading}>{i18n._(shutWords.restricted.title)}</h1>
          <p className={sentence}>{i18n._(shutWords.restricted.text)}</p>
          {collects && <p className="mt-4 max-w-[60ch] font-semibold text-lg">{i18n._(restrictedToo)}</p>}
        </div>
        <section aria-label={title} className="min-w-0">
          <h2 dir="auto" className="wrap-anywhere text-2xl">
            {title}
          </h2>
          {collects && (
            <ProgressCard {...{ raised, recorded, pledged, donors, goal, endDate, today }}>
              <LinkButton to={`/fundraiser/${slug}/donate`} size="large" wide>
                <Trans>DONATE</Trans>
              </LinkButton>
            </ProgressCard>
          )}
          <Face drive={drive} />
          <GoBack />
          <TellOrganiser title={title} ownerName={drive.ownerName} link={link} />
        </section>
      </div>
      <StaticPage drive={drive.id} />
    </Shell>
  )
}

function Face({ drive: { slug, picture } }: { drive: ShownDrive }) {
  const cloth = <WovenPattern slug={slug} scale={2} className="block" />
  const box = 'mt-6 aspect-[16/9] w-full overflow-hidden rounded-card bg-well'
  if (!picture) return <div className={box}>{cloth}</div>
  return <Picture picture={picture} alt="" sizes="(min-width: 64rem) 28rem, 100vw" fallback={cloth} className={box} />
}

/** Leads back to where the visitor came from; without a page before or a script, to the home page. */
function GoBack() {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const words = <Trans>Go Back</Trans>
  const back = () => (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <>
      <button type="button" onClick={() => void back()} className={cx('needs-script', aside)}>
        {words}
      </button>
      {!hydrated && (
        <a href="/" className={cx('without-script', aside)}>
          {words}
        </a>
      )}
    </>
  )
}

/** Yesterday's giver reads first that nothing is lost. */
export function PausedFace({ paused: { title, total, since } }: { paused: Paused }) {
  const { i18n } = useLingui()
  return (
    <Notice title={<bdi>{title}</bdi>} className="mb-8 max-w-xl">
      <p className="figures font-semibold">
        <Trans>{moneyText(total)} raised</Trans>
      </p>
      <p>{i18n._(pausedSince(since))}</p>
    </Notice>
  )
}

type TellOrganiserProps = { title: string; ownerName: string; link: string }

/** Lets a visitor who can't read the story write to its organiser, by the WhatsApp or email that they know them by. */
export function TellOrganiser({ title, ownerName, link }: TellOrganiserProps) {
  const { t } = useLingui()
  const text = t`Habari! People want to read “${title}” on {brand}, but its views are used up. The organiser can buy more views on the Payouts page: ${link}`
  const encoded = (values: Record<string, string>) => new URLSearchParams(values).toString().replace(/\+/g, '%20')
  const subject = t`The views of “${title}” are used up`
  const way = `${buttonClass({ variant: 'secondary' })} no-underline`
  return (
    <section className="mt-8">
      <h3 className="text-lg">
        <Trans>Tell the organiser</Trans>
      </h3>
      <p className="mt-1 text-muted">
        <Trans>
          Do you know <Typed text={ownerName} />? One message is enough to have this page opened again.
        </Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2.5">
        <a href={`https://wa.me/?${encoded({ text })}`} target="_blank" rel="noopener noreferrer" className={way}>
          <Trans>Tell them on WhatsApp</Trans>
        </a>
        <a href={`mailto:?${encoded({ subject, body: text })}`} className={way}>
          <Trans>Send them an email</Trans>
        </a>
      </div>
    </section>
  )
}

/** Sets a person's text apart from the words around it: no part of it is read as ours. */
const Typed = ({ text }: { text: string }) => <bdi>{text}</bdi>
