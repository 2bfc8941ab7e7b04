import { useContext } from 'react'
import { NonceContext } from '#app/ui/nonce.ts'

// The only script of a guest's page. Without it only conveniences are missing: the time by the reader's own clock, and the buttons that
// share or copy the open link. Days are written as in Kenya, as the server writes them: see `localeOf`.

const source = `(d=>{var l=d.documentElement.lang,c=(o,t)=>new Intl.DateTimeFormat(l+'-KE',o).format(t),p=n=>(''+n).padStart(2,0);
d.querySelectorAll('[data-at]').forEach(e=>{var t=new Date(e.dataset.at),h=p(t.getHours())+':'+p(t.getMinutes()),
y=t.getFullYear()+'-'+p(t.getMonth()+1)+'-'+p(t.getDate()),w=e.dataset.there;if(y+'T'+h!=w){
e.textContent=e.dataset.words.replace('%',w.slice(0,10)==y?h:c({weekday:'long'},t)+' '+h);e.hidden=!1}});
d.querySelectorAll('[data-day]').forEach(e=>{e.textContent=c({dateStyle:'full'},new Date(e.dateTime))});
d.querySelectorAll('[data-share]').forEach(e=>{var n=navigator,u=e.dataset.share,k=e.dataset.copied;if(k?!n.clipboard:!n.share)return;
e.hidden=!1;e.onclick=()=>k?n.clipboard.writeText(u).then(()=>{e.textContent=k}):n.share({title:d.title,url:u}).catch(()=>{})})})(document)`

export function PageScript() {
  const nonce = useContext(NonceContext)
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: source }} />
}
