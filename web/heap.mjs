import { chromium } from "@playwright/test";
const b = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--use-gl=angle","--use-angle=swiftshader","--enable-unsafe-swiftshader"]});
const view=process.argv[2]??"scene";
const p = await b.newPage({viewport:{width:700,height:500},reducedMotion:"reduce"});
await p.goto(`http://127.0.0.1:4322/?view=${view}&quality=low`);
await p.waitForSelector('#page[data-ready="true"]');
const c=await p.context().newCDPSession(p);
await c.send("Performance.enable");
const moves="d1Wc3N d7Bd5N b2Wb4W O-O c3Nd5N b7Bb6N d5Nb6N a7Ba6N a1Wb3W c7Bc6B".split(" ");
const game=()=>p.evaluate(async moves=>{
  const click=t=>{const e=[...document.querySelectorAll("button")].find(x=>x.textContent.trim()===t); if(!e) return false; e.click(); return true;};
  const tick=()=>new Promise(r=>setTimeout(r,30));
  const ply=()=>document.querySelector(".app").dataset.ply;
  click("New game"); for(let i=0;i<50&&!document.querySelector("dialog[open]");i++) await tick();
  click("Start the game"); await tick(); await tick(); click("Discard it"); for(let i=0;i<100&&ply()!=="0";i++) await tick();
  for(const [i,m] of moves.entries()){const e=document.querySelector("input[placeholder^='Type a move']"); e.value=m; e.dispatchEvent(new Event("input",{bubbles:true})); await tick(); e.form.requestSubmit(); for(let k=0;k<100&&ply()!==String(i+1);k++) await tick();}
  return ply();
},moves);
for(let g=0;g<25;g++){const r=await game(); if(g%4===0){for(let i=0;i<3;i++)await c.send("HeapProfiler.collectGarbage");const {usedSize}=await c.send("Runtime.getHeapUsage");const m=Object.fromEntries((await c.send("Performance.getMetrics")).metrics.map(x=>[x.name,x.value]));console.log(g,r,(usedSize/1e6).toFixed(3),m.Nodes,m.JSEventListeners,m.Documents);}}
await b.close();
