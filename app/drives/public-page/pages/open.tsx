import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { ShareButton } from '#app/drives/drive/share-dialog.tsx'
import { Hero } from '#app/drives/public-page/hero.tsx'
import { useFigures } from '#app/drives/public-page/use-figures.ts'
import { VerifiedBadge } from '#app/drives/public-page/verified.tsx'
import { TrackView } from '#app/drives/views/track-view.tsx'
import { BookVisit } from '#app/drives/visits/book-visit.tsx'
import { FirstGift, GiveBar } from '#app/money/payments/donate-button.tsx'
import { Footer } from '#app/site/footer.tsx'
import { Navbar } from '#app/site/navbar.tsx'
import { fetched, OnItsWay } from '#app/ui/fetched.tsx'
import { RichText, type SafeHtml } from '#app/ui/rich-text.tsx'
import { Asleep } from './asleep.tsx'
import { PublicHead } from './head.tsx'
import { HeroPictures, HeroStanding } from './hero-parts.tsx'
import { PublicPageTabs } from './page-tabs.tsx'
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
  const { drive, own, because, gallery, comments, donations, story, sharedLink, paybill, byHand } = page
  const [asked] = useSearchParams()
  const tab = ['gallery', 'comments', 'donations'].find((one) => one === asked.get('tab')) ?? 'description'
  const figures = useFigures({ driveId: drive.id, loaded: page.figures, readsComments: tab === 'comments' })
  const { slug, title, collects, goal, slogan } = drive
  const { raised, recorded, donors } = figures
  const behind = figures.comments !== page.figures.comments || figures.newestComment !== page.figures.newestComment
  const hasEnded = page.is === 'ended' || because === 'completed'
  const takes = page.is === 'open' && collects
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
          badge={<VerifiedBadge {...drive} />}
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
      <Asleep page={page} tab={tab} />
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
