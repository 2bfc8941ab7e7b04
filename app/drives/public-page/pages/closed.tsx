import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from 'react-router'
import type { ShownDrive } from '#app/drives/drive/drive.server.ts'
import { PausedFace } from '#app/drives/public-page/paused-face.tsx'
import { ProgressCard } from '#app/drives/public-page/progress-card.tsx'
import { type Paused, restrictedToo, shutWords } from '#app/drives/public-page/shut.ts'
import { TellOrganiser } from '#app/drives/public-page/tell-organiser.tsx'
import { ClaimLink } from '#app/money/mpesa/claim-link.tsx'
import { LooseThread } from '#app/site/loose-thread.tsx'
import { aside, heading, onward, Shell, sentence } from '#app/site/shell.tsx'
import { Sleeping } from '#app/site/sleeping.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { cx } from '#app/ui/cx.ts'
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
      <title>{`${t`Fundraiser Not Found`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      {paused && <PausedFace paused={paused} />}
      <LooseThread number="404" />
      <h1 className={heading}>{i18n._(shutWords.missing.title)}</h1>
      <p className={sentence}>{i18n._(shutWords.missing.text)}</p>
      {paused && byHand && <ClaimLink slug={slug} kind={byHand} />}
      <Sleeping />
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
      <title>{`${t`Access Restricted`} · Harambee`}</title>
      <meta name="robots" content="noindex" />
      <div className="grid w-full items-start gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,28rem)]">
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
      <Sleeping drive={drive.id} />
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
