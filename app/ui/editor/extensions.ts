import Image from '@tiptap/extension-image'
import StarterKit from '@tiptap/starter-kit'
import { linkAddress, pictureAddress } from '#app/kit/web-address.ts'

/** A picture is its address and its description; any other content is ignored. */
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

/** The formats of a text: those of the toolbar, and nothing else. The server stores no more than these. */
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
