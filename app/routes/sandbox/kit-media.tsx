import { Picture } from '#app/ui/picture.tsx'
import { WovenPattern } from '#app/ui/woven.tsx'
import { Section, Specimen } from './kit-frame.tsx'

const shown = { alt: 'A picture', sizes: '15rem' }
const shot = { url: '/share.jpg', width: 1200, height: 630, colour: '#8a3b12' }
const small = { url: '/icon-192.png', width: 192, height: 192, colour: '#c9752f' }
const missing = { url: `/media/drives/${'0'.repeat(32)}-320.jpg`, width: 320, height: 240, colour: '#c9752f' }
const box = 'aspect-video rounded-card'

export function Media() {
  return (
    <Section id="pictures" title="Pictures">
      <Specimen state="cut to its box, whole, small on its colour; not to be had: a fallback, nothing" wide>
        <div className="grid max-w-2xl grid-cols-2 gap-4 md:grid-cols-3">
          <Picture {...shown} picture={shot} className={box} />
          <Picture {...shown} picture={shot} className={box} fit="object-contain" />
          <Picture {...shown} picture={small} className={box} fit="object-none" />
          <Picture {...shown} picture={missing} className={box} fallback={<WovenPattern slug="fallback" />} />
          <Picture {...shown} picture={missing} className={box} />
        </div>
      </Specimen>
    </Section>
  )
}
