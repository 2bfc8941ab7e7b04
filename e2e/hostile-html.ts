// What a person hostile, or an old back office program, may send as a description. Each calls pwn() when it runs.

const run = 'window.pwn(1)'
const coded = [...run].map((sign) => `&#${sign.charCodeAt(0)};`).join('')
const base64 = Buffer.from(`<script>parent.${run};${run}</script>`).toString('base64')

const withScript = [
  `<script>${run}</script>`,
  `<ScRiPt type=text/javascript>${run}</sCrIpT >`,
  `<script/src="data:text/javascript,${run}"></script>`,
  `<<script>script>${run}<</script>/script>`,
  `<scr<script>ipt>${run}</scr</script>ipt>`,
  `<script>${run}`,
  `<!--><script>${run}</script>-->`,
  `<![CDATA[<script>${run}</script>]]>`,
  `<?xml version="1.0"?><script>${run}</script>`,
  `\ufeff<script>${run}</script>`,
  `<script\u0000>${run}</script\u0000>`,
]
const withHandler = [
  `<img src=x onerror="${run}">`,
  `<img src="https://example.invalid/x.png" onerror=${run}>`,
  `<img src=x onerror=${coded}>`,
  `<img src="x" alt="\`><img src=x onerror=${run}>\`">`,
  `<img src="x\`\`onerror=${run}" >`,
  `<p onclick="${run}" onmouseover="${run}" onpointerenter="${run}" autofocus tabindex=1 onfocus="${run}">hover</p>`,
  `<body onload=${run}>`,
  `<details open ontoggle=${run}>x</details>`,
  `<video autoplay onloadstart=${run}><source onerror=${run}></video>`,
  `<audio src=x onerror=${run}>`,
  `<marquee onstart=${run}>x</marquee>`,
  `<input autofocus onfocus=${run}>`,
  `<p style="animation:x 1s" onanimationstart="${run}">x</p><style>@keyframes x{}</style>`,
  `<h1 contenteditable onfocus=${run} autofocus>x</h1>`,
]
const withAddress = [
  `<a href="javascript:${run}">go</a>`,
  `<a href=" &#14; javascript:${run}">go</a>`,
  `<a href="java&#x09;script:${run}">go</a>`,
  `<a href="java\nscript:${run}">go</a>`,
  `<a href="&#0000106avascript:${run}">go</a>`,
  `<a href="JaVaScRiPt&colon;${run}">go</a>`,
  `<a href="javascript&#58;//%0a${run}">go</a>`,
  `<a href="vbscript:${run}">go</a>`,
  `<a href="data:text/html;base64,${base64}">go</a>`,
  `<a xlink:href="javascript:${run}" href="javascript:${run}">go</a>`,
  `<a href="https://a.invalid/" target="_top" ping="https://evil.invalid" onclick="${run}">go</a>`,
  `<a href="\u202ejavascript:${run}">go</a>`,
  `<a href="ｊavascript:${run}">go</a>`,
  `<img src="javascript:${run}">`,
  `<img src="data:image/svg+xml;base64,${Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" onload="${run}"/>`).toString('base64')}">`,
  `<img srcset="javascript:${run} 1x, https://evil.invalid/x 2x" src="https://a.invalid/\t,x">`,
  `<base href="javascript:${run}//"><a href="x">go</a>`,
]
const withFrame = [
  `<iframe srcdoc="<script>parent.${run}</script>"></iframe>`,
  `<iframe src="javascript:${run}">`,
  `<object data="data:text/html;base64,${base64}"></object>`,
  `<embed src="javascript:${run}">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${run}"><meta http-equiv=refresh content="0;url=https://evil.invalid/">`,
  `<link rel=stylesheet href="data:text/css,*{display:none}"><style>body{display:none;background:url(https://evil.invalid/)}</style>`,
  `<p style="background:url('javascript:${run}');position:fixed;inset:0;width:expression(${run})">cover</p>`,
  `<form action="javascript:${run}"><button autofocus>Send</button><input name=attributes><input type=image src=x onerror=${run}></form>`,
  `<p id="documentElement" name="body">clobber</p><a id=pwned name=pwned href="mailto:x@y.z">a</a><img name=cookie id=getElementById src=x>`,
]
const withNesting = [
  `<svg><script>${run}</script></svg>`,
  `<svg><animate onbegin=${run} attributeName=x dur=1s><a xlink:href="javascript:${run}"><text y=20>go</text></a>`,
  `<svg><style><img src=x onerror="${run}"></style></svg>`,
  `<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  `<math href="javascript:${run}"><mi xlink:href="javascript:${run}">go</mi></math>`,
  `<noscript><p title="</noscript><img src=x onerror=${run}>"></noscript>`,
  `<template><img src=x onerror=${run}></template><p><template><script>${run}</script>`,
  `<textarea><img title="</textarea><img src=x onerror=${run}>">`,
  `<xmp><p title="</xmp><img src=x onerror=${run}>"></xmp><plaintext><script>${run}</script>`,
  `<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=${run} src>">`,
  `<p><a title="</p><img src=x onerror=${run}>" href="https://a.invalid/?a=&quot;><img src=x onerror=${run}>">go`,
  `<ul><li><p>open <strong><em><u><a href='https://a.invalid/'>never <h1>closed <img src='x' onerror='${run}'`,
  `&lt;script&gt;${run}&lt;/script&gt;&amp;lt;img src=x onerror=${run}&amp;gt;<p>&#60;svg onload=${run}&#62;</p>`,
  `${'<ul><li>'.repeat(3000)}<img src=x onerror=${run}>`,
]

/** Each with a plain sentence around it, so that one can see that the page has shown it. */
export const hostileHtml = [...withScript, ...withHandler, ...withAddress, ...withFrame, ...withNesting]

/** A picture as a phone's notes hand it out: five megabytes of text. */
export const hugePicture = `<img src="data:image/png;base64,${'A'.repeat(5 * 1024 * 1024)}">`
