import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, Suspense, startTransition, useState } from 'react'
import { useSearchParams } from 'react-router'
import { commentDraft } from '#app/drives/comments/comment.ts'
import type { PublicFigures } from '#app/drives/drive/figures.ts'
import { ShareButton } from '#app/drives/drive/share-dialog.tsx'
import { HeroCarousel } from '#app/drives/gallery/hero-carousel.tsx'
import { AccountLines, Hero, VerifiedBadge } from '#app/drives/public-page/hero.tsx'
import { ProgressCard, progressBox } from '#app/drives/public-page/progress-card.tsx'
import { TrackView } from '#app/drives/views/track-view.tsx'
import { BookVisit } from '#app/drives/visits/book-visit.tsx'
import { titled } from '#app/kit/brand.ts'
import { DonateButton, FirstGift, type Give, GiveBar } from '#app/money/payments/donate-button.tsx'
import { Footer } from '#app/site/footer.tsx'
import { Navbar } from '#app/site/navbar.tsx'
import { Preview } from '#app/site/preview.tsx'
import { StaticPage } from '#app/site/static-page.tsx'
import { fetched, OnItsWay } from '#app/ui/fetched.tsx'
import { RichText, type SafeHtml } from '#app/ui/rich-text.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { useLive } from '#app/ui/use-live.tsx'
import type { OpenPage } from './shown.server.ts'

/** Tabs fetched by those who open them; a visitor who comes to such an address gets them with the page. */
const GalleryTab = fetched(async () => (await import('#app/drives/gallery/gallery-tab.tsx')).GalleryTab)
const CommentsTab = fetched(async () => (await import('#app/drives/comments/comments-tab.tsx')).CommentsTab)
const DonationsTab = fetched(async () => (await import('#app/money/donations/donations-tab.tsx')).DonationsTab)
const RecentGifts = fetched(async () => (await import('#app/money/donations/recent-gifts.tsx')).RecentGifts)
const Arrivals = fetched(async () => (await import('#app/money/donations/arrivals.tsx')).Arrivals)
const PreviewBanner = fetched(async () => (await import('#app/drives/public-page/preview-banner.tsx')).PreviewBanner)

const ClaimLink = fetched(async () => (await import('#app/money/mpesa/claim-link.tsx')).ClaimLink)
const EndedNotice = fetched(async () => (await import('#app/drives/public-page/ended-notice.tsx')).EndedNotice)

/** A drive as its visitors see it. */
export function Open({ page }: { page: OpenPage }) {
  const { drive, own, because, gallery, comments, donations, story, sharedLink, paybill, byHand, takes, checked } = page
  const [asked] = useSearchParams()
  const tab = ['gallery', 'comments', 'donations'].find((one) => one === asked.get('tab')) ?? 'description'
  const figures = useFigures({ driveId: drive.id, loaded: page.figures, readsComments: tab === 'comments' })
  const { slug, title, collects, goal, slogan } = drive
  const { raised, recorded, donors } = figures
  const behind = figures.comments !== page.figures.comments || figures.newestComment !== page.figures.newestComment
  const hasEnded = page.is === 'ended' || because === 'completed'
  const give = { slug, title }
  const offer = takes && <FirstGift {...give} />
  return (
    <>
      <PublicHead page={page} />
      <Navbar />
      <main id="main" tabIndex={-1} className="pb-16">
        <Suspense>{because && <PreviewBanner slug={slug} own={own} because={because} />}</Suspense>
        <Hero
          drive={drive}
          pictures={<HeroPictures page={page} title={title} />}
          badge={<VerifiedBadge shown={checked} />}
          give={collects && <HeroStanding page={page} figures={figures} give={takes ? give : undefined} />}
          actions={
            hasEnded ? (
              <Suspense>
                <EndedNotice total={raised + recorded} donors={donors}>
                  {byHand && <ClaimLink slug={slug} kind={byHand} />}
                </EndedNotice>
              </Suspense>
            ) : (
              <>
                <ShareButton
                  shared={{ slug, title, slogan, collects, goal, raised: raised + recorded, link: sharedLink, paybill }}
                />
                <BookVisit slug={slug} booking={page.booking} variant="secondary" />
              </>
            )
          }
          gifts={
            tab !== 'donations' && (
              <Suspense>
                <RecentGifts newest={figures.gifts} served={comments.now} offer={offer} />
              </Suspense>
            )
          }
          giftsFirst={figures.gifts.donations.length === 0}
        >
          <AccountLines lines={page.lines} />
          <PublicPageTabs tab={tab} comments={figures.comments}>
            <Suspense key={tab} fallback={<OnItsWay />}>
              {tab === 'description' && <Story html={story} />}
              {tab === 'gallery' && <GalleryTab {...gallery} />}
              {tab === 'comments' && (
                <CommentsTab slug={slug} seen={comments} closed={hasEnded || Boolean(because)} behind={behind} />
              )}
              {tab === 'donations' && (
                <DonationsTab slug={slug} seen={donations} newest={figures.gifts} offer={offer} />
              )}
            </Suspense>
          </PublicPageTabs>
        </Hero>
        <p className="column mt-10">
          <a href={`/fundraiser/${slug}/report`} className="inline-flex min-h-11 items-center text-muted underline">
            <Trans>Report this page</Trans>
          </a>
        </p>
      </main>
      <Suspense>{figures !== page.figures && <Arrivals before={page.figures} now={figures} />}</Suspense>
      <Footer />
      {takes && <GiveBar {...give} />}
      <DriveFacts page={page} tab={tab} />
      {page.is === 'open' && !own && <TrackView key={drive.id} drive={drive} token={page.token} />}
    </>
  )
}

/** Shows the organiser's story. */
function Story({ html }: { html: SafeHtml | null }) {
  if (!html) {
    return (
      <p className="text-muted">
        <Trans>The organiser has not written a description yet.</Trans>
      </p>
    )
  }
  return <RichText html={html} />
}

/** Passes what the page's script has to know until the page is touched. */
export function DriveFacts({ page: { is, own, drive, figures, token }, tab }: { page: OpenPage; tab: string }) {
  const { goal } = drive
  const { raised, recorded, pledged, donors, comments, newestComment, version, gifts } = figures
  const newest = gifts.donations[0]?.id ?? 0
  const list = tab === 'comments' || tab === 'donations' ? tab : null
  return (
    <StaticPage
      drive={drive.id}
      {...(list === 'comments' && { draft: commentDraft(drive.slug) })}
      {...(is === 'open' && !own && { token })}
      // A bar of three tones comes with the page only.
      {...(recorded + pledged === 0 && {
        shows: { goal, raised, donors, comments, newestComment, version, newest, list },
      })}
    />
  )
}

/** Shows the head for search engines, chats and networks. None of them gets what only the owner can see. */
export function PublicHead({ page: { drive, because, link, preview, jsonLd } }: { page: OpenPage }) {
  const { t, i18n } = useLingui()
  const title = drive.title
  if (because)
    return (
      <>
        <title>{titled(title)}</title>
        <meta name="robots" content="noindex" />
      </>
    )
  const text = preview.text || drive.slogan
  const alt = t`${title}, with how much has been raised`
  return (
    <>
      <Preview address={link} picture={preview.picture} title={titled(title)} text={text} alt={alt} />
      <meta property="og:locale" content={i18n.locale === 'sw' ? 'sw_KE' : 'en_KE'} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: nothing in it can end the element */}
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd }} />
    </>
  )
}

type StandingProps = { page: OpenPage; figures: OpenPage['figures']; give: Give | undefined }

/** How far it is, and the way to give. */
export function HeroStanding({ page: { drive, today }, figures, give }: StandingProps) {
  const { slug, goal, endDate } = drive
  const { raised, recorded, pledged, donors } = figures
  const box = `${progressBox} lg:m-0 lg:rounded-none lg:border-0 lg:p-0`
  return (
    <ProgressCard {...{ slug, raised, recorded, pledged, donors, goal, endDate, today }} className={box}>
      {give && <DonateButton {...give} />}
    </ProgressCard>
  )
}

/**
 * The width of the hero. Phones with three dots to a pixel are told less than the truth: they take the copy of 640,
 * which weighs a third of the one of 1280 and looks as sharp on so small a screen.
 */
const heroSizes = [
  '(min-width: 64rem) 42rem',
  '(max-width: 30rem) and (min-resolution: 2.5dppx) 50vw',
  '(max-width: 30rem) and (min-resolution: 1.5dppx) 80vw',
  '100vw',
].join(', ')

export function HeroPictures({ page: { drive, gallery }, title }: { page: OpenPage; title: string }) {
  return (
    <HeroCarousel
      slug={drive.slug}
      title={title}
      picture={drive.picture}
      images={gallery.images}
      sizes={heroSizes}
      className="max-lg:rounded-none max-lg:[&_section>div:first-child]:rounded-none"
    />
  )
}

type TabsProps = { tab: string; comments: number; children: ReactNode }

/** Shows the page's tabs. The gifts have an address of their own and no tab. */
export function PublicPageTabs({ tab, comments, children }: TabsProps) {
  const { t } = useLingui()
  return (
    <div id="tabs" data-part="tabs" className="column mt-8 lg:px-0">
      <Tabs
        label={t`About this fundraiser`}
        panelLabel={t`Donations`}
        current={tab}
        tabs={[
          { id: 'description', to: '?', label: t`Description` },
          { id: 'gallery', to: '?tab=gallery', label: t`Gallery` },
          { id: 'comments', to: '?tab=comments', label: t`Comments`, count: comments },
        ]}
      >
        {tab === 'gallery' && <h2 className="sr-only">{t`Gallery`}</h2>}
        {tab === 'comments' && <h2 className="sr-only">{t`Comments`}</h2>}
        {children}
      </Tabs>
    </div>
  )
}

type Following<Told extends PublicFigures> = {
  driveId: string
  /** The figures from the page's loader. */
  loaded: Told
  /** The comments are on the screen, so a new one is to be fetched. */
  readsComments: boolean
}

/** Returns the drive's figures, updated while the page is open: the bar moves without anything being fetched. */
export function useFigures<Told extends PublicFigures>({ driveId, loaded, readsComments }: Following<Told>): Told {
  const [told, setTold] = useState<{ after: Told; figures: Told }>()
  // Figures loaded since are newer than those notified before.
  const known = told?.after === loaded ? told.figures : loaded
  useLive([`drive:${driveId}`], {
    onSummary: (_, summary) => {
      const figures = summary as Told
      // A part of the page that is still loading keeps the server's HTML: this update does not draw it again.
      if (!isSame(figures, known)) startTransition(() => setTold({ after: loaded, figures }))
      // Where less has been raised a gift was refunded: it may be anywhere on the page.
      const isOther = figures.version !== loaded.version || figures.raised < known.raised
      return isOther || (readsComments && commentsDiffer(figures, loaded))
    },
  })
  return known
}

/** Compares as JSON: a moment is text when it came over the line. */
const isSame = <Told extends PublicFigures>(one: Told, other: Told) =>
  Object.entries(one).every(([name, value]) => JSON.stringify(value) === JSON.stringify(other[name as keyof Told]))

const commentsDiffer = (one: PublicFigures, other: PublicFigures) =>
  one.comments !== other.comments || one.newestComment !== other.newestComment
