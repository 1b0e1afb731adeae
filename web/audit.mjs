// scratch audit in the real browser
import { chromium } from "@playwright/test";
const b = await chromium.launch({executablePath:"/usr/bin/chromium",args:["--no-sandbox","--use-gl=angle","--use-angle=swiftshader","--enable-unsafe-swiftshader"]});
const p = await b.newPage({viewport:{width:1440,height:900}});
p.on("pageerror",e=>console.log("ERR",e.message));
const U="http://127.0.0.1:4321/";
const out="/tmp/setshots/audit"; 
const open=async(tfen,q="high",extra="")=>{await p.goto("about:blank");await p.goto(`${U}?view=scene&quality=${q}${extra}${tfen?`#tfen=${encodeURIComponent(tfen)}`:""}`);await p.waitForSelector('.scene-canvas[data-ready="true"]',{timeout:60000});await p.evaluate(()=>window.tridScene.settled());};
const pt=async(t)=>{await p.evaluate(()=>window.tridScene.settled());const q=await p.evaluate(s=>window.tridScene.pointOf(/^[QK]L\d$/.test(s)?{pin:s}:{square:s}),t);const box=await p.locator(".scene-canvas").boundingBox();return q?{x:q.x+box.x,y:q.y+box.y}:null;};
const click=async t=>{const q=await pt(t);if(!q){console.log("unseen",t);return;}await p.mouse.click(q.x,q.y);await p.evaluate(()=>window.tridScene.settled());};
const hover=async t=>{const q=await pt(t);if(!q){console.log("unseen",t);return;}await p.mouse.move(q.x,q.y);await p.waitForTimeout(100);await p.evaluate(()=>window.tridScene.settled());};
const shot=async n=>{await p.evaluate(()=>window.tridScene.settled());await p.locator("div.views-scene").screenshot({path:`${out}/${n}.png`});console.log(n, await p.locator(".scene-captions span:visible").allTextContents());};
import {mkdirSync} from "node:fs"; mkdirSync(out,{recursive:true});
// a pawn that would have to promote: black board on QL6 leaves, white pawn on a8B deferred
const DEF="4/4/4/4|3k/4/4/4|P3/4/4/4|QL1w:2/K1,KL1w:2/2,KL6b:2/2,QL6b:2/2 b - - - - - 0 30";
await open(DEF); await click("QL6"); await hover("QL5"); await shot("forces");
await click("QL5"); await p.waitForTimeout(500); await shot("pending");
// check
const CHK="4/4/4/4|4/4/4/4|4/4/4/1R1k|QL1w:2/K1,KL1w:2/2,KL6b:2/2,QL6b:2/2 b - - - - - 0 30";
await open(CHK); await p.waitForTimeout(1500); await shot("check");
await b.close();
