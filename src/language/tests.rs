#[cfg(test)]
pub fn spoken_here() -> Option<super::Language> {
    None
}
