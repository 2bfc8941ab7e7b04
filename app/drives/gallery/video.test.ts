import { describe, expect, test } from 'vitest'
import { effortOf } from '#test/effort.ts'
import { playerOf, videoAt } from './video.ts'

const id = 'dQw4w9WgXcQ'
const watch = `https://www.youtube.com/watch?v=${id}`

describe('one address stands for a video, however it was copied', () => {
  const same: Record<string, string[]> = {
    [watch]: [
      watch,
      `http://youtube.com/watch?v=${id}&list=PL123&t=42s`,
      `https://m.youtube.com/watch?app=desktop&v=${id}`,
      `youtube.com/watch?v=${id}`,
      `www.youtube.com/watch/?v=${id}`,
      `https://youtu.be/${id}?si=abc&t=3`,
      `https://youtu.be/${id}/`,
      `https://www.youtube.com/shorts/${id}`,
      `https://www.youtube.com/live/${id}?feature=share`,
      `https://www.youtube.com/embed/${id}?autoplay=1`,
      `https://www.youtube-nocookie.com/embed/${id}`,
      `https://music.youtube.com/watch?v=${id}`,
      `  HTTPS://WWW.YOUTUBE.COM/watch?v=${id}#t=1  `,
    ],
    'https://vimeo.com/76979871': [
      'https://vimeo.com/76979871',
      'http://www.vimeo.com/76979871/',
      'https://player.vimeo.com/video/76979871?title=0',
      'https://vimeo.com/channels/staffpicks/76979871',
      'https://vimeo.com/groups/shortfilms/videos/76979871',
    ],
    'https://vimeo.com/76979871/8272103f6e': [
      'https://vimeo.com/76979871/8272103f6e',
      'https://vimeo.com/76979871?h=8272103f6e',
      'https://player.vimeo.com/video/76979871?h=8272103f6e&badge=0',
    ],
    'https://www.tiktok.com/@mama.achieng/video/6718335390845095173': [
      'https://www.tiktok.com/@mama.achieng/video/6718335390845095173?is_from_webapp=1',
      'https://m.tiktok.com/@mama.achieng/video/6718335390845095173',
    ],
    'https://www.facebook.com/KenyaRedCross/videos/1234567890123456/': [
      'https://www.facebook.com/KenyaRedCross/videos/1234567890123456/',
      'https://m.facebook.com/KenyaRedCross/videos/1234567890123456?ref=share',
      'https://web.facebook.com/KenyaRedCross/videos/a-day-in-kisumu/1234567890123456/',
    ],
    'https://www.facebook.com/watch/?v=1234567890123456': [
      'https://www.facebook.com/watch/?v=1234567890123456&ref=sharing',
      'https://facebook.com/watch?v=1234567890123456',
      'https://www.facebook.com/video.php?v=1234567890123456',
    ],
    'https://www.facebook.com/reel/1234567890123456/': ['https://www.facebook.com/reel/1234567890123456'],
    'https://fb.watch/aBcD_12-x/': ['https://fb.watch/aBcD_12-x/?mibextid=z'],
    'https://media.example.org/school/visit.mp4': ['https://media.example.org/school/visit.mp4#t=10'],
    'https://media.example.org/a.WEBM?token=1%20': ['https://media.example.org/a.WEBM?token=1%20'],
  }
  test.each(Object.entries(same).flatMap(([url, all]) => all.map((typed) => [typed, url])))('%s', (typed, url) => {
    expect(videoAt(typed!)).toMatchObject({ is: 'video', url })
    expect(videoAt(url!)).toMatchObject({ is: 'video', url })
  })
})

test('each player is on a host that pages may frame, and a private video keeps its key [T390]', () => {
  expect([watch, 'https://vimeo.com/76979871/8272103f6e', 'https://fb.watch/aBcD12/'].map(playerOf)).toEqual([
    { provider: 'youtube', player: `https://www.youtube-nocookie.com/embed/${id}?rel=0&autoplay=1` },
    { provider: 'vimeo', player: 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1&autoplay=1' },
    {
      provider: 'facebook',
      player:
        'https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Ffb.watch%2FaBcD12%2F&show_text=false&autoplay=true',
    },
  ])
  expect(playerOf('https://www.tiktok.com/@a/video/6718335390845095173')).toEqual({
    provider: 'tiktok',
    player: 'https://www.tiktok.com/player/v1/6718335390845095173?autoplay=1',
  })
  expect(playerOf('https://a.example/x.mp4')).toEqual({ provider: 'file', player: 'https://a.example/x.mp4' })
})

test('a title is taken from an address that has one', () => {
  const titleAt = (url: string) => (videoAt(url) as { title?: string }).title
  expect(titleAt('https://a.example/2026/school-visit_part+2.mp4')).toBe('school visit part 2')
  expect(titleAt('https://a.example/Ziara%20ya%20shule.webm')).toBe('Ziara ya shule')
  expect(titleAt('https://www.facebook.com/Page/videos/a-day-in-kisumu/1234567890123456/')).toBe('a day in kisumu')
  expect(titleAt('https://www.tiktok.com/@mama.achieng/video/6718335390845095173')).toBe('@mama.achieng')
  for (const url of [
    watch,
    'https://a.example/0001.mp4',
    'https://a.example/deadbeef.mp4',
    'https://a.example/%ff.mp4',
  ])
    expect([url, titleAt(url)]).toEqual([url, ''])
})

test('a short link that only its provider can follow is told apart', () => {
  for (const typed of [
    'https://vm.tiktok.com/ZMabc/',
    'vt.tiktok.com/ZSabc',
    'https://www.tiktok.com/t/ZTabc/',
    'https://www.facebook.com/share/v/1AbCdEf/',
    'https://www.facebook.com/share/r/1AbCdEf/',
  ])
    expect([typed, videoAt(typed).is]).toEqual([typed, 'short'])
})

describe('what is no video of a provider we know is refused, whatever it pretends to be', () => {
  const hosts = [
    ...'127.0.0.1 127.1 0x7f000001 2130706433 017700000001 169.254.169.254 10.0.0.1 [::1]'.split(' '),
    ...'[::ffff:169.254.169.254] localhost metadata.google.internal printer.local intranet youtube.com.'.split(' '),
    ...'xn--yutube-wqf.com yоutube.com youtube。com:8443 a.example:8080 -a.example a_b.example %31%32%37.0.0.1'.split(
      ' ',
    ),
  ]
  const paths = [`/watch?v=${id}`, '/video.mp4']
  const generated = hosts.flatMap((host) => paths.map((path) => `https://${host}${path}`))
  const hostile = [
    'file:///etc/passwd',
    'file:///video.mp4',
    'gopher://youtube.com/watch?v=x',
    'ftp://a.example/video.mp4',
    'javascript:alert(1)//video.mp4',
    'java\nscript:alert(1)',
    'JaVaScRiPt://youtube.com/%0aalert(1)',
    'data:video/mp4;base64,AAAA',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://youtube.com/video.mp4',
    'view-source:https://youtube.com',
    'about:blank',
    'vbscript:x',
    `https://youtube.com@evil.test/watch?v=${id}`,
    'https://youtube.com@evil.test/video.mp4',
    `https://user:word@youtube.com/watch?v=${id}`,
    'https://youtube.com%40evil.test/video.mp4',
    `https://youtube.com.evil.test/watch?v=${id}`,
    `https://evil.test/https://www.youtube.com/watch?v=${id}`,
    `https://evil.test/?u=youtube.com/watch?v=${id}`,
    `https://notyoutube.com/watch?v=${id}`,
    `https://youtube.com\\@evil.test/watch?v=${id}`,
    `https:youtube.com/watch?v=${id}`,
    `https:///youtube.com/watch?v=${id}`,
    `//youtube.com/watch?v=${id}`,
    'http://a.example/video.mp4',
    'https://a.example/video.mp4.exe',
    'https://a.example/video.mov',
    'https://a.example/?x=video.mp4',
    'https://a.example/a"onerror="x.mp4',
    'https://a.example/<b>.mp4',
    'https://a.example/\u202e4pm.mp4',
    'https://www.youtube.com/watch?v=tooshort',
    `https://www.youtube.com/watch?v=${id}x`,
    'https://www.youtube.com/playlist?list=PL1',
    'https://vimeo.com/../76979871x',
    'https://www.tiktok.com/@a/photo/6718335390845095173',
    'https://www.facebook.com/profile.php?id=1234567890',
    `https://a.example/${'a'.repeat(3000)}.mp4`,
    `${watch}&x=${'a'.repeat(3000)}`,
    '',
    ' ',
    '.mp4',
    'hello',
    '\0',
    '🎥',
  ]
  test.each([...hostile, ...generated].map((typed) => [typed.slice(0, 60), typed]))('%s', (_, typed) => {
    expect(videoAt(typed!)).toEqual({ is: 'unknown' })
    expect(playerOf(typed!)).toBeUndefined()
  })

  test('an address made to keep us busy is looked at in no time', async () => {
    const effort = await effortOf(() => {
      for (const part of ['a-', 'a.', '/', '%20', 'videos/', '1'])
        for (const host of ['a.example', 'vimeo.com', 'facebook.com', 'tiktok.com'])
          videoAt(`https://${host}/${part.repeat(1900 / part.length)}.mp4`.slice(0, 2000))
      videoAt(`https://${'a-'.repeat(900)}.example/x.mp4`)
    })
    expect(effort).toBeLessThan(500)
  })
})
