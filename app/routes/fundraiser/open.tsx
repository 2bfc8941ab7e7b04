import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { capitalised } from '#app/features/drives/drive.ts'
import { Hero } from '#app/features/drives/public/hero.tsx'
import { ProgressCard } from '#app/features/drives/public/progress-card.tsx'
import { Story } from '#app/features/drives/public/story.tsx'
import { useFigures } from '#app/features/drives/public/use-figures.ts'
import { VerifiedBadge } from '#app/features/drives/public/verified.tsx'
import { ShareButton } from '#app/features/drives/share-dialog.tsx'
import { HeroCarousel } from '#app/features/gallery/hero-carousel.tsx'
import { DonateButton } from '#app/features/payments/donate-button.tsx'
import { Footer } from '#app/features/site/footer.tsx'
import { Navbar } from '#app/features/site/navbar.tsx'
import { TrackView } from '#app/features/views/track-view.tsx'
import { BookVisit } from '#app/features/visits/book-visit.tsx'
import { fetched, OnItsWay } from '#app/ui/fetched.tsx'
import { Head } from './head.tsx'
import { PageTabs } from './page-tabs.tsx'
import type { OpenPage } from './shown.server.ts'

/** Fetched by those who open them; who comes to such an address gets them with the page. */
const GalleryTab = fetched(async () => (await import('#app/features/gallery/gallery-tab.tsx')).GalleryTab)
const CommentsTab = fetched(async () => (await import('#app/features/comments/comments-tab.tsx')).CommentsTab)
const DonationsTab = fetched(async () => (await import('#app/features/donations/donations-tab.tsx')).DonationsTab)
const Arrivals = fetched(async () => (await import('#app/features/donations/arrivals.tsx')).Arrivals)
const PreviewBanner = fetched(
  async () => (await import('#app/features/drives/public/preview-banner.tsx')).PreviewBanner,
)

/**
 * How wide the hero stands. Phones with three dots to a pixel are told less than the truth: they take the copy of 640,
 * which weighs a third of the one of 1280 and looks as sharp on so small a screen.
 */
const heroSizes = [
  '(min-width: 64rem) 42rem',
  '(max-width: 30rem) and (min-resolution: 2.5dppx) 50vw',
  '(max-width: 30rem) and (min-resolution: 1.5dppx) 80vw',
  '100vw',
].join(', ')

/** A drive as its visitors see it. */
export function Open({ page }: { page: OpenPage }) {
  const { drive, own, because, gallery, comments, donations, story, booking, today, link } = page
  const [asked] = useSearchParams()
  const tab = ['gallery', 'comments', 'donations'].find((one) => one === asked.get('tab')) ?? 'description'
  const figures = useFigures({ driveId: drive.id, loaded: page.figures, readsComments: tab === 'comments' })
  const { slug, collects, goal, endDate, slogan } = drive
  const { raised, donors } = figures
  const behind = figures.comments !== page.figures.comments || figures.newestComment !== page.figures.newestComment
  const title = capitalised(drive.title)
  return (
    <>
      <Head page={page} />
      <Navbar />
      <main id="main" tabIndex={-1} className="pb-16">
        <Suspense>{because && <PreviewBanner slug={slug} own={own} because={because} />}</Suspense>
        <Hero
          drive={drive}
          pictures={
            <HeroCarousel
              slug={slug}
              title={title}
              picture={drive.picture}
              images={gallery.images}
              sizes={heroSizes}
              className="max-lg:rounded-none max-lg:[&_section>div:first-child]:rounded-none"
            />
          }
          badge={<VerifiedBadge publishedAt={drive.publishedAt} />}
          progress={collects && <ProgressCard {...{ raised, donors, goal, endDate, today }} />}
          actions={
            <>
              <ShareButton shared={{ slug, title, slogan, collects, goal, raised, link }} />
              <BookVisit slug={slug} booking={booking} variant="secondary" />
            </>
          }
        />
        <PageTabs tab={tab} comments={figures.comments}>
          <Suspense key={tab} fallback={<OnItsWay />}>
            {tab === 'description' && <Story html={story} />}
            {tab === 'gallery' && <GalleryTab {...gallery} />}
            {tab === 'comments' && (
              <CommentsTab slug={slug} seen={comments} closed={Boolean(because)} behind={behind} />
            )}
            {tab === 'donations' && <DonationsTab slug={slug} seen={donations} newest={figures.gifts} />}
          </Suspense>
        </PageTabs>
      </main>
      <Suspense>{figures !== page.figures && <Arrivals before={page.figures} now={figures} />}</Suspense>
      <Footer />
      {page.is === 'open' && collects && <DonateButton slug={slug} title={title} />}
      {page.is === 'open' && !own && <TrackView drive={drive} />}
    </>
  )
}
