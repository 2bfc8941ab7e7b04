import Image from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { linkAddress, pictureAddress } from '#app/kit/web-address.ts'

/** A picture is its address and the words for those who can't see it; what may not be shown is not taken in. */
const Picture = Image.extend({
  addAttributes: () => ({ src: { default: null }, alt: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'img[src]',
      getAttrs: (element: HTMLElement) => {
        const src = pictureAddress(element.getAttribute('src') ?? '')
        return src ? { src, alt: element.getAttribute('alt') ?? '' } : false
      },
    },
  ],
  addInputRules: () => [],
})

/** What a text may be made of: what the toolbar offers, and nothing else. The server keeps no more than this. */
export const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      protocols: ['http', 'https', 'mailto'],
      isAllowedUri: (url) => linkAddress(url) !== undefined,
      shouldAutoLink: (url) => linkAddress(url) !== undefined,
      HTMLAttributes: { target: '_blank', rel: 'noopener nofollow ugc' },
    },
  }),
  Picture,
]
