//! Loads the library with the engines of other models. It has one function: see `crates/engines`.

use std::ffi::c_void;
use std::path::Path;
use std::sync::Arc;

use libloading::Library;
use mementor_core::api::EnginesCall;

/// Takes a reply.
type Put = unsafe extern "C" fn(to: *mut c_void, reply: *const u8, length: usize);

/// The library's function: it gives the reply to a request to `put`, with what `to` points to.
type Answer = unsafe extern "C" fn(request: *const u8, length: usize, put: Put, to: *mut c_void);

/// Opens the library, for as long as the process lives.
#[expect(unsafe_code, reason = "another library is called through C")]
pub fn open(path: &Path) -> Result<EnginesCall, String> {
    let failed = |error: libloading::Error| error.to_string();
    // SAFETY: the library is part of the installation. It runs nothing when it is loaded.
    let library = unsafe { Library::new(path) }.map_err(failed)?;
    // SAFETY: a function of this name has this type in all versions.
    let answer = *unsafe { library.get::<Answer>(b"mementor_engines\0") }.map_err(failed)?;
    std::mem::forget(library);
    Ok(Arc::new(move |request| {
        let mut reply: Vec<u8> = Vec::new();
        // SAFETY: the request lives until the function returns, and `put` is called before that,
        // with what `to` points to, a vector that nothing else uses.
        unsafe { answer(request.as_ptr(), request.len(), put, (&raw mut reply).cast()) };
        reply
    }))
}

/// Copies a reply into the vector that `to` points to.
#[expect(unsafe_code, reason = "another library calls it through C")]
unsafe extern "C" fn put(to: *mut c_void, reply: *const u8, length: usize) {
    // SAFETY: `to` is what was given to the function that calls this, and `reply` has this length.
    unsafe { (*to.cast::<Vec<u8>>()).extend_from_slice(std::slice::from_raw_parts(reply, length)) }
}
