// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {ExecutionManager} from "./ExecutionManager.sol";
import {ITransmitManager} from "../interfaces/ITransmitManager.sol";

/// @title List of the devnet's transmitters and their fee
contract TransmitManager is ITransmitManager, AccessControl {
    /// @notice Transmission fee of a message, in wei of this chain.
    mapping(uint32 dstChainSlug => uint128) public getMinFees;

    event TransmissionFeesSet(uint32 dstChainSlug, uint128 fees);

    constructor(address admin, address[] memory transmitters, uint32[] memory siblingChainSlugs, uint128 fees) {
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        for (uint256 i = 0; i < siblingChainSlugs.length; i++) {
            _setTransmissionFees(siblingChainSlugs[i], fees);
            for (uint256 j = 0; j < transmitters.length; j++) {
                _grantRole(transmitterRole(siblingChainSlugs[i]), transmitters[j]);
            }
        }
    }

    function setTransmissionFees(uint32 dstChainSlug, uint128 fees) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTransmissionFees(dstChainSlug, fees);
    }

    /// @notice Withdraws earned transmission fees from the execution manager.
    function withdrawFees(
        ExecutionManager till,
        address payable to,
        uint256 amount
    ) external onlyRole(DEFAULT_ADMIN_ROLE) {
        till.withdrawFees(to, amount);
    }

    /// @inheritdoc ITransmitManager
    function checkTransmitter(
        uint32 siblingChainSlug,
        bytes32 digest,
        bytes calldata signature
    ) external view returns (address transmitter, bool isTransmitter) {
        transmitter = ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(digest), signature);
        isTransmitter = hasRole(transmitterRole(siblingChainSlug), transmitter);
    }

    /// @notice Returns the role that lets an account transmit between this chain and one sibling, in both directions.
    function transmitterRole(uint32 siblingChainSlug) public pure returns (bytes32) {
        return keccak256(abi.encode("TRANSMITTER_ROLE", siblingChainSlug));
    }

    function _setTransmissionFees(uint32 dstChainSlug, uint128 fees) private {
        getMinFees[dstChainSlug] = fees;
        emit TransmissionFeesSet(dstChainSlug, fees);
    }
}
