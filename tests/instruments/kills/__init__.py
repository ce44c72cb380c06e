"""Whether anything that was acknowledged can be lost: parts of a site are killed in the midst of whole drafts."""
