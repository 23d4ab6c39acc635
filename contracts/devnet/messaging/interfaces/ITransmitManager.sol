// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IFeeReceiver} from "./IFeeReceiver.sol";

/// @title Interface of the contract that lists transmitters and sets their fee
interface ITransmitManager is IFeeReceiver {
    /// @notice Returns the signer of `digest`, and whether that account may transmit between this chain and the
    /// sibling.
    function checkTransmitter(
        uint32 siblingChainSlug_,
        bytes32 digest_,
        bytes calldata signature_
    ) external view returns (address transmitter, bool isTransmitter);
}
