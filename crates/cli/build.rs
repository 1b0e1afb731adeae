//! Embeds the built page in `trid`: each file of `web/dist` with its hash and its compressed forms; nothing if the page is not built.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

/// The web build writes a Brotli-compressed copy of each file, with this extension appended.
const BROTLI: &str = "br";

fn main() -> io::Result<()> {
    let manifest =
        PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR"));
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let page = manifest.join("../../web/dist");
    // A missing folder would count as changed and recompile the program at every build.
    let _ = fs::create_dir_all(&page);
    println!("cargo::rerun-if-changed={}", page.display());
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        find_files(&page, &mut files)?;
        files.retain(|file| file.extension().is_none_or(|extension| extension != BROTLI));
        files.sort();
    }
    let mut source = String::from("static PAGE: &[Asset] = &[\n");
    for file in &files {
        embed(&mut source, &page, file, &out).map_err(io::Error::other)?;
    }
    source.push_str("];\n");
    fs::write(out.join("page.rs"), source)
}

fn find_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_files(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn embed(
    source: &mut String,
    page: &Path,
    file: &Path,
    out: &Path,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let relative = file
        .strip_prefix(page)?
        .to_str()
        .ok_or("a file name of the page is not UTF-8")?
        .replace('\\', "/");
    let mut plain = fs::read(file)?;
    let mut path = file.to_owned();
    if relative == "index.html" {
        // Tells the page that it is served by a game server.
        let text = String::from_utf8(plain)?;
        plain = text.replacen("<head>", "<head><meta name=\"trid-server\">", 1).into_bytes();
        path = out.join("index.html");
        fs::write(&path, &plain)?;
    }
    let hash: String =
        Sha256::digest(&plain).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let brotli = PathBuf::from(format!("{}.{BROTLI}", path.display()));
    let brotli = if brotli.is_file() {
        format!("Some(include_bytes!({brotli:?}))")
    } else {
        "None".to_owned()
    };
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&plain)?;
    let gzip = encoder.finish()?;
    let gzip = if gzip.len() < plain.len() {
        let path = out.join(format!("{hash}.gz"));
        fs::write(&path, gzip)?;
        format!("Some(include_bytes!({path:?}))")
    } else {
        "None".to_owned()
    };
    writeln!(
        source,
        "Asset {{ path: {relative:?}, content_type: {:?}, etag: \"\\\"{hash}\\\"\", plain: include_bytes!({path:?}), gzip: {gzip}, brotli: {brotli} }},",
        content_type(&relative)
    )?;
    Ok(())
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("json" | "map") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("ktx2" | "hdr" | "bin" | "glb") => "application/octet-stream",
        Some("ogg") => "audio/ogg",
        Some("mp3") => "audio/mpeg",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
