// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Roles} from "./Roles.sol";
import {Signatures} from "./Signatures.sol";

/// @title Changes that a holder of a role signs and anybody submits
/// @notice Every signer counts its own signatures from zero, so none can be used twice.
abstract contract SignerNonces is Roles {
    /// @notice Nonce that an account must sign next.
    mapping(address signer => uint256) public nextNonce;

    /// @notice The nonce is not the signer's next one. Sign with the nonce that `nextNonce` returns.
    error InvalidNonce();

    /// @dev Uses up the nonce of whoever signed `digest`, which must include it.
    function _useSignature(bytes32 role, bytes32 digest, uint256 nonce, bytes calldata signature) internal {
        address signer = Signatures.signerOf(digest, signature);
        _requireRole(role, signer);
        if (nonce != nextNonce[signer]++) revert InvalidNonce();
    }
}
