import { isPublicHost } from '#app/kit/web-address.ts'

// Videos elsewhere, known by their addresses alone: nobody is asked, neither when one is added nor when it is listed.

export type VideoProvider = 'youtube' | 'vimeo' | 'tiktok' | 'facebook' | 'file'

/** A video known by its address: the canonical one, its player (plays at once: it is fetched on request), and any title. */
type Known = { is: 'video'; provider: VideoProvider; url: string; player: string; title: string }
/** A link that only its provider could follow to a video. */
type Short = { is: 'short' }
type Unknown = { is: 'unknown' }

const urlMax = 2000

const unknown: Unknown = { is: 'unknown' }
const short: Short = { is: 'short' }

/** Finds the video of an address. Any text has a sensible answer. */
export function videoAt(typed: string): Known | Short | Unknown {
  const url = addressIn(typed.trim())
  if (!url) return unknown
  const at = { url, host: url.hostname.replace(/^(www|m|web|mobile)\./, ''), path: url.pathname }
  return youtube(at) ?? vimeo(at) ?? tiktok(at) ?? facebook(at) ?? file(at) ?? unknown
}

/** The video of a kept address; undefined when it is none that we would keep today. */
export function playerOf(url: string): { provider: VideoProvider; player: string } | undefined {
  const found = videoAt(url)
  return found.is === 'video' ? { provider: found.provider, player: found.player } : undefined
}

type At = { url: URL; host: string; path: string }
type Found = Known | Short | undefined

/** A web address without tricks: no name before the host, no port, no number for a host, no letters that look alike. */
function addressIn(typed: string): URL | undefined {
  if (typed.length > urlMax || /[\s\p{C}\\"'<>`]/u.test(typed)) return undefined
  const whole = /^[a-z][a-z\d+.-]*:/i.test(typed) ? typed : `https://${typed}`
  if (!/^https?:\/\/[^/]/i.test(whole) || !URL.canParse(whole)) return undefined
  const url = new URL(whole)
  const plain = !url.username && !url.password && !url.port
  return plain && isPublicHost(url.hostname) && !/_|(^|\.)xn--/.test(url.hostname) ? url : undefined
}

const known = (provider: VideoProvider, url: string, player: string, title = ''): Known => ({
  is: 'video',
  provider,
  url,
  player,
  title,
})

function youtube({ url, host, path }: At): Found {
  const id =
    host === 'youtu.be'
      ? path.slice(1).replace(/\/$/, '')
      : ['youtube.com', 'music.youtube.com', 'youtube-nocookie.com'].includes(host)
        ? (/^\/(?:shorts|embed|live|v)\/([^/]+)/.exec(path)?.[1] ??
          (/^\/watch\/?$/.test(path) ? url.searchParams.get('v') : null))
        : null
  if (!id || !/^[\w-]{11}$/.test(id)) return undefined
  return known(
    'youtube',
    `https://www.youtube.com/watch?v=${id}`,
    `https://www.youtube-nocookie.com/embed/${id}?rel=0&autoplay=1`,
  )
}

function vimeo({ url, host, path }: At): Found {
  if (host !== 'vimeo.com' && host !== 'player.vimeo.com') return undefined
  const [, id, named] =
    /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|album\/\d+\/video\/|showcase\/\d+\/video\/)?(\d{1,15})(?:\/([\da-f]{6,20}))?\/?$/.exec(
      path,
    ) ?? []
  if (!id) return undefined
  // A video that is not listed has a key, which its player needs as well.
  const asked = url.searchParams.get('h')
  const key = named ?? (asked && /^[\da-f]{6,20}$/.test(asked) ? asked : undefined)
  const player = `https://player.vimeo.com/video/${id}?${key ? `h=${key}&` : ''}dnt=1&autoplay=1`
  return known('vimeo', `https://vimeo.com/${id}${key ? `/${key}` : ''}`, player)
}

function tiktok({ host, path }: At): Found {
  if (host === 'vm.tiktok.com' || host === 'vt.tiktok.com' || (host === 'tiktok.com' && /^\/t\/\w+/.test(path)))
    return short
  if (host !== 'tiktok.com') return undefined
  const [, who, id] = /^\/(@[\w.]{1,30})\/video\/(\d{5,25})\/?$/.exec(path) ?? []
  if (!who || !id) return undefined
  return known(
    'tiktok',
    `https://www.tiktok.com/${who}/video/${id}`,
    `https://www.tiktok.com/player/v1/${id}?autoplay=1`,
    who,
  )
}

function facebook({ url, host, path }: At): Found {
  if (host === 'fb.watch') {
    const [, key] = /^\/([\w-]{4,40})\/?$/.exec(path) ?? []
    return key ? facebookAt(`https://fb.watch/${key}/`) : undefined
  }
  if (host !== 'facebook.com') return undefined
  if (/^\/share\/(v|r)\//.test(path)) return short
  const [, who, words, id] = /^\/([\w.-]{1,80})\/videos\/(?:([^/]{1,200})\/)?(\d{5,25})\/?$/.exec(path) ?? []
  if (who && id) return facebookAt(`https://www.facebook.com/${who}/videos/${id}/`, wordsIn(words ?? ''))
  const [, reel] = /^\/reel\/(\d{5,25})\/?$/.exec(path) ?? []
  if (reel) return facebookAt(`https://www.facebook.com/reel/${reel}/`)
  const asked = /^\/(watch\/?|video\.php)$/.test(path) ? url.searchParams.get('v') : null
  return asked && /^\d{5,25}$/.test(asked) ? facebookAt(`https://www.facebook.com/watch/?v=${asked}`) : undefined
}

const facebookAt = (url: string, title = '') =>
  known(
    'facebook',
    url,
    `https://www.facebook.com/plugins/video.php?href=${encodeURIComponent(url)}&show_text=false&autoplay=true`,
    title,
  )

/** A file that browsers play themselves. Over https only: a page does not mix in what anybody on the way could change. */
function file({ url, path }: At): Found {
  if (url.protocol !== 'https:') return undefined
  const [, name] = /\/([^/]{1,200})\.(?:mp4|webm)$/i.exec(path) ?? []
  if (!name) return undefined
  const clean = `${url.origin}${path}${url.search}`
  return known('file', clean, clean, wordsIn(name))
}

/** Returns the words in the name of a file, or in the end of an address; none for a number or a jumble. */
function wordsIn(name: string): string {
  let text = name
  try {
    text = decodeURIComponent(name)
  } catch {
    // The name is not encoded as addresses are: it stays as it is.
  }
  const words = text
    .replace(/[\p{C}]+/gu, '')
    .replace(/[-_+.\s]+/g, ' ')
    .trim()
    .slice(0, 100)
  return /\p{L}{3}/u.test(words) && !/^[\da-f ]+$/i.test(words) ? words : ''
}
