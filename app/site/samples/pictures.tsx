import { BarChart3, House, Images, Info, MessageCircle, Settings } from 'lucide-react'
import { useSearchParams } from 'react-router'
import { KitSection, long, Pair, Specimen } from '#app/site/samples/frame.tsx'
import { Avatar } from '#app/ui/avatar.tsx'
import { Carousel } from '#app/ui/carousel.tsx'
import { Progress } from '#app/ui/progress.tsx'
import { SidebarLayout } from '#app/ui/sidebar.tsx'
import { Loading, Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { type Tone, Tones } from '#app/ui/tones.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'

const slides = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    key: String(at),
    content: (
      <div className="aspect-video">
        <WovenPattern slug={`picture ${count} ${at}`} scale={1.4} />
      </div>
    ),
  }))

const tones = { solid: 33_000, hatched: 12_000, pale: 9_000 }
const icon = 'size-5'
const groups = [
  { items: [{ to: '/sandbox/kit', label: 'Home', icon: <House aria-hidden="true" className={icon} />, end: true }] },
  {
    title: 'Personalization',
    items: [
      { to: '/sandbox/kit/info', label: 'Info', icon: <Info aria-hidden="true" className={icon} /> },
      { to: '/sandbox/kit/images', label: 'Images', icon: <Images aria-hidden="true" className={icon} /> },
    ],
  },
  {
    title: 'Utilities',
    items: [
      { to: '/sandbox/kit/comments', label: 'Comments', icon: <MessageCircle aria-hidden="true" className={icon} /> },
      {
        to: '/sandbox/kit/analytics',
        label: 'Takwimu za kina za ukurasa',
        icon: <BarChart3 aria-hidden="true" className={icon} />,
      },
      { to: '/sandbox/kit/settings', label: 'Settings', icon: <Settings aria-hidden="true" className={icon} /> },
    ],
  },
]

export function KitPictures({ sidebarOpen }: { sidebarOpen: boolean }) {
  const [search] = useSearchParams()
  const tab = search.get('tab') ?? 'description'
  const tabs = [
    { id: 'description', to: '?tab=description', label: 'Description' },
    { id: 'gallery', to: '?tab=gallery', label: 'Gallery', count: 10 },
    { id: 'comments', to: '?tab=comments', label: 'Comments', count: 30 },
    { id: 'long', to: '?tab=long', label: 'Maoni na ujumbe wa kutia moyo' },
  ]
  return (
    <>
      <KitSection id="progress" title="Progress, waiting, faces">
        <Pair>
          <Progress label="Nothing yet" value={0} max={100_000} />
          <Progress label="Just begun" value={120} max={100_000} />
          <Progress label="On the way" value={61_700} max={100_000} size="tall" />
          <Progress label="Almost" value={99_990} max={100_000} size="tall" />
          <Progress label="More than asked" value={103_000} max={100_000} size="tall" />
          <Progress label="Views used" value={13} max={15} tone="warn" />
          <Tones label="Three tones" parts={Object.entries(tones) as [Tone, number][]} there={45_000} max={100_000} />
        </Pair>
        <Specimen state="loading" wide>
          <Loading className="grid max-w-md gap-3">
            <Skeleton className="aspect-video rounded-card" />
            <Skeleton className="h-6 w-2/3" />
            <Skeleton className="h-4" />
            <Skeleton className="h-4 w-5/6" />
          </Loading>
        </Specimen>
        <Specimen state="avatars: picture, initials, a picture that does not come">
          <Avatar name="Wanjiku Kamau" src="/favicon.ico" size="large" />
          <Avatar name="Achieng Otieno Were" size="large" />
          <Avatar name="Njeri" />
          <Avatar name="Kamau wa Njoroge" src="/media/none.jpg" />
          <Avatar name="Omar Said" size="small" />
        </Specimen>
      </KitSection>
      <KitSection id="tabs" title="Tabs">
        <Tabs label="About this fundraiser" tabs={tabs} current={tab}>
          <p>The tab lives in the address: {tab}.</p>
        </Tabs>
        <Tabs
          label="Sign in or sign up"
          wide
          className="max-w-md"
          current="in"
          tabs={[
            { id: 'in', to: '#tabs', label: 'Sign In' },
            { id: 'up', to: '#tabs', label: 'Sign Up' },
          ]}
        >
          <p>{long.english}</p>
        </Tabs>
      </KitSection>
      <KitSection id="carousel" title="Carousel">
        <Pair>
          <Carousel label="Five pictures" slides={slides(5)} />
          <Carousel label="Twelve pictures" slides={slides(12)} />
          <Carousel label="One picture" slides={slides(1)} />
        </Pair>
      </KitSection>
      <KitSection id="sidebar" title="Sidebar">
        <SidebarLayout label="Campaign" groups={groups} here="Home" initiallyOpen={sidebarOpen}>
          <div className="grid min-h-72 place-items-center rounded-card border border-line bg-card p-6 text-muted">
            The page beside it
          </div>
        </SidebarLayout>
      </KitSection>
    </>
  )
}

const grounds = [
  ['bg-paper text-ink border border-line', 'paper'],
  ['bg-card text-ink border border-line', 'card'],
  ['bg-well text-ink', 'well'],
  ['bg-brand text-brand-ink', 'brand'],
  ['bg-brand-soft text-brand', 'brand-soft'],
  ['bg-accent text-accent-ink', 'accent'],
  ['bg-accent-soft text-accent', 'accent-soft'],
  ['bg-grain text-grain-ink', 'grain'],
  ['bg-gain-soft text-gain', 'gain'],
  ['bg-info-soft text-info', 'info'],
  ['bg-warn-soft text-warn', 'warn'],
  ['bg-stop-soft text-stop', 'stop-soft'],
  ['bg-stop text-stop-ink', 'stop'],
] as const

const slugs = [
  'heal-mama-achieng',
  'quiet-corner-library',
  'maji-safi-kajiado',
  'umoja',
  'school-roof',
  'njeri-na-kamau',
]

export function KitTokens() {
  return (
    <>
      <KitSection id="tokens" title="Colour and type">
        <Specimen state="every ground with the ink that stands on it" wide>
          <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-5">
            {grounds.map(([looks, name]) => (
              <li key={name} className={`grid h-20 content-end rounded-control p-3 font-semibold ${looks}`}>
                {name}
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen state="type" wide>
          <div className="grid gap-3">
            <p className="font-bold font-display text-5xl leading-none tracking-tight">Unity is power</p>
            <p className="font-bold font-display text-3xl leading-tight">Heal Mama Achieng, together</p>
            <p className="max-w-prose">
              Text stands in the face of the device. It is 16 px, with air between the lines, and links{' '}
              <a href="#tokens" className="text-link">
                look like this
              </a>
              . <span className="text-muted">What matters less is muted, and still reads well.</span>
            </p>
            <p className="figures font-bold font-display text-4xl">KES 1,234,567.50</p>
          </div>
        </Specimen>
      </KitSection>
      <KitSection id="woven" title="Woven pattern">
        <Specimen state="cloth: the same slug always weaves the same one" wide>
          <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
            {slugs.map((slug) => (
              <li key={slug}>
                <div className="aspect-video overflow-hidden rounded-card">
                  <WovenPattern slug={slug} scale={1.1} />
                </div>
                <p className="mt-1 truncate text-muted text-sm">{slug}</p>
              </li>
            ))}
          </ul>
        </Specimen>
        <Specimen state="band: an edge" wide>
          <div className="grid gap-3">
            {slugs.slice(0, 4).map((slug) => (
              <WovenPattern key={slug} slug={slug} kind="band" scale={0.6} className="block" />
            ))}
          </div>
        </Specimen>
      </KitSection>
    </>
  )
}
