// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IDecapacitor} from "../../../interfaces/IDecapacitor.sol";

/// @title Decapacitor for single-message packets
contract SingleDecapacitor is IDecapacitor {
    /// @inheritdoc IDecapacitor
    /// @dev The root is the message itself, so no proof is needed.
    function verifyMessageInclusion(
        bytes32 root_,
        bytes32 packedMessage_,
        bytes calldata
    ) external pure returns (bool) {
        return root_ == packedMessage_;
    }
}
